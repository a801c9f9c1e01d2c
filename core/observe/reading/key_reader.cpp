// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/reading/key_reader.h"

#include "core/observe/reading/read_refusal.h"
#include "core/redis/fan_out.h"
#include "core/redis/reply_parser.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

using redis::Pipeline;
using redis::Reply;

constexpr int kMaxRounds = 4;
constexpr std::int64_t kGone = -2;
constexpr std::int64_t kNoExpiry = -1;
/// As many keys as fit into the CPU caches with their records.
constexpr std::size_t kAnnounced = KeyRecords::kMost;
/// Keys of one MGET. Their TTLs follow it, so that what the server executes in one go, 16 KB of
/// input, holds both.
constexpr std::size_t kMany = 32;
constexpr std::size_t kMostSpare = 2;

ValueType typeNamed(const std::string& name)
{
    if (name == "none")
        return ValueType::None;
    if (name == "string")
        return ValueType::String;
    if (name == "hash")
        return ValueType::Hash;
    if (name == "set")
        return ValueType::Set;
    if (name == "zset")
        return ValueType::SortedSet;
    return name == "list" ? ValueType::List : ValueType::Other;
}

/// Converts array elements to fields, in pairs (`step` 2) or one by one.
HashFields fieldsOf(std::vector<Reply>& elements, std::size_t step)
{
    HashFields fields;
    for (std::size_t i = 0; i + step <= elements.size(); i += step)
        fields.emplace_back(std::move(elements[i].text),
            step == 2 ? std::move(elements[i + 1].text) : std::string());
    return fields;
}

} // namespace

/// State shared by all reads of one master.
struct KeyReader::State {
    State(redis::Transport& t, const Clock& c, std::chrono::milliseconds limit, QueueKey queue)
        : transport(t)
        , clock(c)
        , timeout(limit)
        , queueKey(std::move(queue))
    { }

    redis::Transport& transport;
    const Clock& clock;
    std::chrono::milliseconds timeout;
    QueueKey queueKey;
    const KeyRecords* records = nullptr;
    Pipeline pipeline; ///< kept to reuse its memory
    /// Empty, and kept to reuse their memory: freeing so much at once lets glibc tidy its heap.
    std::vector<std::vector<KeyReading>> spare;
    bool isClosed = false;
    bool hasMany = true; ///< MGET has never failed
    bool hasRange = true; ///< GETRANGE is allowed, as far as known
    bool hasScans = true; ///< HSCAN and SSCAN are allowed, as far as known
    bool hasLength = true; ///< LLEN is allowed, as far as known
};

/// One call of read(). Its keys pass through the stages together.
class KeyReader::Batch : public std::enable_shared_from_this<KeyReader::Batch> {
public:
    Batch(std::shared_ptr<State> state, Each each, std::function<void()> done)
        : m_state(std::move(state))
        , m_each(std::move(each))
        , m_done(std::move(done))
    {
        if (m_state->spare.empty())
            return;
        m_readings = std::move(m_state->spare.back());
        m_state->spare.pop_back();
    }
    ~Batch()
    {
        m_readings.clear();
        if (m_state->spare.size() < kMostSpare)
            m_state->spare.push_back(std::move(m_readings));
    }
    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;

    void start(std::vector<std::string> keys);

private:
    using Take = void (Batch::*)(std::size_t index, bool isLast, Result<Reply>& reply);

    /// Sends the commands that `add` adds for each reading, `perKey` each. Passes each reply to
    /// `take`; calls `next` after the last one.
    template <class Add> void stage(std::size_t perKey, Add add, Take take, void (Batch::*next)());

    /// Sends the pipeline. Passes each of its `replies` to `onReply`, with its number; calls `next`
    /// after the last one.
    template <class OnReply> void send(std::size_t replies, OnReply onReply, void (Batch::*next)());

    /// Makes a reading of each key. Those that are known to be short come last.
    void addReadings(std::vector<std::string> keys);

    void readStrings();

    void onStringReply(std::size_t number, Result<Reply>& reply);

    void onString(std::size_t index, bool isTtl, Result<Reply>& reply);

    void takeString(KeyReading& reading, std::string& text);

    void onMany(std::size_t first, Result<Reply>& reply);

    /// Processes the TTL of a key that onMany() has read.
    void onKnownTtl(KeyReading& reading, Result<Reply>& reply);

    void expect(std::size_t first, std::size_t most) const;

    /// Processes the last reply for a key: reports the key, or passes it to a later stage.
    void onTtl(KeyReading& reading, Result<Reply>& reply, SteadyTime now);

    /// True if the key does not exist, as far as a user with limited permissions can know.
    [[nodiscard]] bool isSurelyGone(const KeyReading& reading, const Result<Reply>& ttl) const;

    /// On failure the reason is in m_error.
    bool takeTtl(KeyReading& reading, Result<Reply>& reply, SteadyTime now);

    void afterStrings();

    void takeTyped();

    void onType(std::size_t index, bool, Result<Reply>& reply);

    void afterTypes();

    void addTyped(Pipeline& pipeline, const KeyReading& reading) const;

    void onTyped(std::size_t index, bool isTtl, Result<Reply>& reply);

    static void takeElements(KeyReading& reading, Reply& reply);

    void afterTyped();

    void onQueue(std::size_t index, bool, Result<Reply>& reply);

    void finish();

    std::shared_ptr<State> m_state;
    Each m_each;
    std::function<void()> m_done;
    std::vector<KeyReading> m_readings; ///< of the current stage
    std::vector<KeyReading> m_typed; ///< for the next stage
    std::vector<std::string> m_again; ///< to be read from the first stage again
    std::optional<Error> m_error; ///< of the key whose TTL reply comes next
    std::optional<Error> m_stringRefusal; ///< why no string can be read
    std::size_t m_single = 0; ///< readings in front of those that are known to be short
    std::optional<Error> m_manyError; ///< of the latest MGET
    SteadyTime m_manyAt{}; ///< when its reply came
    std::size_t m_replies = 0;
    int m_round = 0;
    bool m_isRangeRefused = false;
    bool m_isScanRefused = false;
};

void KeyReader::Batch::start(std::vector<std::string> keys)
{
    if (++m_round > kMaxRounds) {
        const Error error{
            ErrorClass::ServerError, "it changes while it is read", m_state->transport.master()};
        for (std::string& key : keys) {
            KeyReading reading{.key = std::move(key)};
            m_each(reading, &error);
        }
        return m_done();
    }
    addReadings(std::move(keys));
    readStrings();
}

void KeyReader::Batch::addReadings(std::vector<std::string> keys)
{
    m_readings.clear();
    m_readings.reserve(keys.size());
    const KeyRecords* const records = m_state->hasMany ? m_state->records : nullptr;
    std::vector<std::string> known;
    for (std::size_t from = 0; from < keys.size(); from += kAnnounced) {
        const auto next = std::span(keys).subspan(from, std::min(kAnnounced, keys.size() - from));
        const std::uint64_t areShort = records == nullptr ? 0 : records->findShort(next);
        for (std::size_t i = 0; i < next.size(); ++i) {
            if ((areShort >> i & 1) != 0)
                known.push_back(std::move(next[i]));
            else
                m_readings.push_back({.key = std::move(next[i])});
        }
    }
    m_single = m_readings.size();
    for (std::string& key : known)
        m_readings.push_back({.key = std::move(key)});
}

template <class Add>
void KeyReader::Batch::stage(std::size_t perKey, Add add, Take take, void (Batch::*next)())
{
    if (m_readings.empty())
        return (this->*next)();
    m_state->pipeline.clear();
    for (const KeyReading& reading : m_readings)
        add(m_state->pipeline, reading);
    send(
        m_readings.size() * perKey,
        [this, perKey, take](std::size_t number, Result<Reply>& reply) {
            (this->*take)(number / perKey, number % perKey + 1 == perKey, reply);
        },
        next);
}

template <class OnReply>
void KeyReader::Batch::send(std::size_t replies, OnReply onReply, void (Batch::*next)())
{
    m_replies = 0;
    m_state->transport.sendAll(m_state->pipeline, m_state->timeout,
        [self = shared_from_this(), replies, onReply, next](Result<Reply>&& reply) {
            if (self->m_state->isClosed)
                return;
            onReply(self->m_replies++, reply);
            if (self->m_replies == replies)
                (self.get()->*next)();
        });
}

void KeyReader::Batch::readStrings()
{
    if (m_readings.empty())
        return afterStrings();
    // The range ends one byte behind the limit, which reveals a longer value.
    const std::string limit = std::to_string(KeyReading::kMaxValue);
    Pipeline& pipeline = m_state->pipeline;
    pipeline.clear();
    for (std::size_t i = 0; i < m_single; ++i) {
        if (m_state->hasRange)
            pipeline.add({"GETRANGE", m_readings[i].key, "0", limit});
        else
            pipeline.add({"GET", m_readings[i].key});
        pipeline.add({"PTTL", m_readings[i].key});
    }
    std::vector<std::string_view> many;
    for (std::size_t first = m_single; first < m_readings.size(); first += kMany) {
        const auto next
            = std::span(m_readings).subspan(first, std::min(kMany, m_readings.size() - first));
        many.assign({"MGET"});
        for (const KeyReading& reading : next)
            many.push_back(reading.key);
        pipeline.add(many);
        for (const KeyReading& reading : next)
            pipeline.add({"PTTL", reading.key});
    }
    send(
        pipeline.size(),
        [this](std::size_t number, Result<Reply>& reply) { onStringReply(number, reply); },
        &Batch::afterStrings);
}

void KeyReader::Batch::onStringReply(std::size_t number, Result<Reply>& reply)
{
    if (number < 2 * m_single)
        return onString(number / 2, number % 2 == 1, reply);
    number -= 2 * m_single;
    const std::size_t first = m_single + number / (kMany + 1) * kMany;
    const std::size_t at = number % (kMany + 1);
    if (at == 0)
        onMany(first, reply);
    else
        onKnownTtl(m_readings[first + at - 1], reply);
}

void KeyReader::Batch::expect(std::size_t first, std::size_t most) const
{
    if (m_state->records != nullptr)
        m_state->records->expect(
            std::span(m_readings).subspan(first, std::min(most, m_readings.size() - first)));
}

void KeyReader::Batch::onMany(std::size_t first, Result<Reply>& reply)
{
    expect(first, kMany);
    m_manyAt = m_state->clock.now();
    const std::size_t count = std::min(kMany, m_readings.size() - first);
    m_manyError.reset();
    if (!reply) {
        m_manyError = std::move(reply.error());
    } else if (reply->elements.size() != count) {
        m_manyError = Error{
            ErrorClass::ServerError, "unexpected reply to MGET", m_state->transport.master()};
    }
    if (m_manyError) {
        // One key that this user may not read, or keys of several shards, fail all of them.
        m_state->hasMany = false;
        return;
    }
    for (std::size_t i = 0; i < count; ++i) {
        Reply& element = reply->elements[i];
        KeyReading& reading = m_readings[first + i];
        if (redis::isTooLarge(element))
            reading = {.key = std::move(reading.key), .type = ValueType::String, .isTooLong = true};
        else if (element.isString())
            takeString(reading, element.text);
    }
}

void KeyReader::Batch::onKnownTtl(KeyReading& reading, Result<Reply>& reply)
{
    if (m_manyError && isDefinite(m_manyError->kind)) {
        m_again.push_back(std::move(reading.key));
    } else if (m_manyError) {
        m_each(reading, &*m_manyError);
    } else if (reading.type == ValueType::None && !(reply && reply->integer == kGone)) {
        m_typed.push_back({.key = std::move(reading.key)});
    } else {
        m_error.reset();
        onTtl(reading, reply, m_manyAt);
    }
}

void KeyReader::Batch::onString(std::size_t index, bool isTtl, Result<Reply>& reply)
{
    KeyReading& reading = m_readings[index];
    if (isTtl)
        return onTtl(reading, reply, m_state->clock.now());
    if (index % kAnnounced == 0)
        expect(index, std::min(kAnnounced, m_single - index));
    m_error.reset();
    if (!reply && !redis::isTooLarge(reply.error())) {
        m_error = std::move(reply.error());
        return;
    }
    if (reply)
        return takeString(reading, reply->text);
    reading.type = ValueType::String;
    reading.isTooLong = true;
}

void KeyReader::Batch::takeString(KeyReading& reading, std::string& text)
{
    reading.type = ValueType::String;
    reading.isTooLong = text.size() > KeyReading::kMaxValue;
    if (!reading.isTooLong)
        reading.value = std::move(text);
}

void KeyReader::Batch::onTtl(KeyReading& reading, Result<Reply>& reply, SteadyTime now)
{
    if (isSurelyGone(reading, reply)) {
        reading = KeyReading{.key = std::move(reading.key), .readAt = now};
        return m_each(reading, nullptr);
    }
    if (m_error && m_error->kind == ErrorClass::WrongType) {
        m_typed.push_back({.key = std::move(reading.key)});
        return;
    }
    if (m_error && isCommandRefused(*m_error) && m_state->hasRange) {
        m_isRangeRefused = true;
        m_again.push_back(std::move(reading.key));
        return;
    }
    if (m_error && isCommandRefused(*m_error)) {
        // The key may be of another type.
        m_stringRefusal = std::move(m_error);
        m_typed.push_back({.key = std::move(reading.key)});
        return;
    }
    if (m_error || !takeTtl(reading, reply, now))
        return m_each(reading, &*m_error);
    m_each(reading, nullptr);
}

bool KeyReader::Batch::isSurelyGone(const KeyReading& reading, const Result<Reply>& ttl) const
{
    if (m_error)
        return m_error->kind == ErrorClass::NoPermission && ttl && ttl->integer == kGone;
    // An empty string is no lock either.
    return !ttl && isCommandRefused(ttl.error()) && reading.value.empty() && !reading.isTooLong;
}

bool KeyReader::Batch::takeTtl(KeyReading& reading, Result<Reply>& reply, SteadyTime now)
{
    reading.readAt = now;
    if (!reply)
        m_error = std::move(reply.error());
    else if (!reply->isInteger() || reply->integer < kGone)
        m_error = Error{
            ErrorClass::ServerError, "unexpected reply to PTTL", m_state->transport.master()};
    else if (reply->integer == kGone)
        reading = KeyReading{.key = std::move(reading.key), .readAt = reading.readAt};
    else if (reply->integer != kNoExpiry)
        reading.ttl = std::chrono::milliseconds(reply->integer);
    return !m_error;
}

void KeyReader::Batch::afterStrings()
{
    if (m_isRangeRefused)
        m_state->hasRange = false;
    takeTyped();
    stage(
        1,
        [](Pipeline& pipeline, const KeyReading& reading) {
            pipeline.add({"TYPE", reading.key});
        },
        &Batch::onType, &Batch::afterTypes);
}

/// Goes on with the readings for the next stage.
void KeyReader::Batch::takeTyped()
{
    m_readings.swap(m_typed);
    m_typed.clear();
}

void KeyReader::Batch::onType(std::size_t index, bool, Result<Reply>& reply)
{
    KeyReading& reading = m_readings[index];
    if (!reply)
        return m_each(reading, m_stringRefusal ? &*m_stringRefusal : &reply.error());
    const ValueType type = typeNamed(reply->text);
    if (type == ValueType::String && m_stringRefusal)
        return m_each(reading, &*m_stringRefusal);
    if (type == ValueType::String || type == ValueType::None)
        m_again.push_back(std::move(reading.key));
    else
        m_typed.push_back({.key = std::move(reading.key), .type = type});
}

void KeyReader::Batch::afterTypes()
{
    takeTyped();
    stage(
        2,
        [this](Pipeline& pipeline, const KeyReading& reading) {
            addTyped(pipeline, reading);
            pipeline.add({"PTTL", reading.key});
        },
        &Batch::onTyped, &Batch::afterTyped);
}

void KeyReader::Batch::addTyped(Pipeline& pipeline, const KeyReading& reading) const
{
    // One element more than a lock may have reveals a larger collection.
    const std::string count = std::to_string(KeyReading::kMaxFields);
    const bool hasScans = m_state->hasScans;
    switch (reading.type) {
    case ValueType::Hash:
        if (hasScans)
            return pipeline.add({"HSCAN", reading.key, "0", "COUNT", count});
        return pipeline.add({"HGETALL", reading.key});
    case ValueType::Set:
        if (hasScans)
            return pipeline.add({"SSCAN", reading.key, "0", "COUNT", count});
        return pipeline.add({"SMEMBERS", reading.key});
    case ValueType::SortedSet:
        return pipeline.add({"ZRANGE", reading.key, "0", count, "WITHSCORES"});
    case ValueType::List:
        return pipeline.add({"LRANGE", reading.key, "0", count});
    case ValueType::None:
    case ValueType::String:
    case ValueType::Other:
        break;
    }
    pipeline.add({"TYPE", reading.key});
}

void KeyReader::Batch::onTyped(std::size_t index, bool isTtl, Result<Reply>& reply)
{
    KeyReading& reading = m_readings[index];
    if (!isTtl) {
        m_error.reset();
        if (reply)
            takeElements(reading, *reply);
        else if (redis::isTooLarge(reply.error()))
            reading.isTooLong = true;
        else
            m_error = std::move(reply.error());
        return;
    }
    const bool isScan = reading.type == ValueType::Hash || reading.type == ValueType::Set;
    if (m_error && isScan && m_state->hasScans && isCommandRefused(*m_error)) {
        m_isScanRefused = true;
        m_again.push_back(std::move(reading.key));
    } else if (m_error && m_error->kind == ErrorClass::WrongType) {
        m_again.push_back(std::move(reading.key));
    } else if (m_error || !takeTtl(reading, reply, m_state->clock.now())) {
        m_each(reading, &*m_error);
    } else if (m_state->hasLength && m_state->queueKey && m_state->queueKey(reading)) {
        m_typed.push_back(std::move(reading));
    } else {
        m_each(reading, nullptr);
    }
}

void KeyReader::Batch::takeElements(KeyReading& reading, Reply& reply)
{
    const bool isPaired = reading.type == ValueType::Hash || reading.type == ValueType::SortedSet;
    const std::size_t step = isPaired ? 2 : 1;
    // The reply to a scan holds the next cursor and the elements.
    const bool isScan = reply.elements.size() == 2 && reply.elements[1].isArray();
    const bool isWhole = !isScan || reply.elements[0].text == "0";
    std::vector<Reply>& elements = isScan ? reply.elements[1].elements : reply.elements;
    const bool isCut = std::ranges::any_of(
        elements, [](const Reply& element) { return redis::isTooLarge(element); });
    reading.isTooLong = !isWhole || isCut || elements.size() > KeyReading::kMaxFields * step;
    if (!reading.isTooLong && reply.isArray())
        reading.fields = fieldsOf(elements, step);
}

void KeyReader::Batch::afterTyped()
{
    if (m_isScanRefused)
        m_state->hasScans = false;
    takeTyped();
    stage(
        1,
        [this](Pipeline& pipeline, const KeyReading& reading) {
            pipeline.add({"LLEN", *m_state->queueKey(reading)});
        },
        &Batch::onQueue, &Batch::finish);
}

void KeyReader::Batch::onQueue(std::size_t index, bool, Result<Reply>& reply)
{
    KeyReading& reading = m_readings[index];
    if (reply && reply->isInteger() && reply->integer >= 0)
        reading.queueLength = static_cast<std::size_t>(reply->integer);
    else if (!reply && isCommandRefused(reply.error()))
        m_state->hasLength = false;
    m_each(reading, nullptr);
}

void KeyReader::Batch::finish()
{
    if (m_again.empty())
        return m_done();
    start(std::exchange(m_again, {}));
}

KeyReader::KeyReader(redis::Transport& transport, const Clock& clock,
    std::chrono::milliseconds timeout, QueueKey queueKey)
    : m_state(std::make_shared<State>(transport, clock, timeout, std::move(queueKey)))
{ }

KeyReader::~KeyReader()
{
    m_state->isClosed = true;
}

void KeyReader::use(const KeyRecords& records)
{
    m_state->records = &records;
}

void KeyReader::forgetRefusals() noexcept
{
    m_state->hasRange = m_state->hasScans = m_state->hasLength = true;
}

void KeyReader::read(std::vector<std::string> keys, Each each, std::function<void()> done)
{
    std::make_shared<Batch>(m_state, std::move(each), std::move(done))->start(std::move(keys));
}

void readKeyOnAll(const std::vector<redis::Transport*>& masters, const Clock& clock,
    const std::string& key, std::chrono::milliseconds timeout,
    std::function<void(std::vector<Result<KeyReading>>)> done, const KeyReader::QueueKey& queueKey)
{
    redis::fanOut<KeyReading>(
        masters,
        [&](std::size_t, redis::Transport& transport, auto handler) {
            // Kept alive until its one key is read.
            auto reader = std::make_shared<KeyReader>(transport, clock, timeout, queueKey);
            reader->read(
                {key},
                [handler](KeyReading& reading, const Error* error) {
                    if (error != nullptr)
                        handler(tl::make_unexpected(*error));
                    else
                        handler(std::move(reading));
                },
                [reader] {});
        },
        std::move(done));
}

} // namespace lockkeeper::observe
