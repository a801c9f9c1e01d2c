// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/reading/key_reader.h"

#include "core/observe/reading/key_reading.h"
#include "core/observe/reading/read_refusal.h"
#include "core/redis/command.h"
#include "core/redis/fan_out.h"
#include "core/redis/reply.h"
#include "core/redis/reply_parser.h"
#include "core/result.h"
#include "core/text/translate.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <vector>

namespace lockkeeper::observe {

namespace {

constexpr std::int64_t kGone = -2;
constexpr std::int64_t kNoExpiry = -1;

bool isGone(const Result<redis::Reply>& reply)
{
    return reply && reply->isInteger() && reply->integer == kGone;
}

/// Longer TTLs are as good as none, and can't be added to a time.
constexpr std::chrono::years kLongestTtl{100};

/// Sets TTL and time, or makes it a missing key. Error: the reply says nothing.
std::optional<Error> takeTtl(
    KeyReading& reading, Result<redis::Reply>& reply, SteadyTime now, const MasterId& master)
{
    reading.readAt = now;
    if (!reply)
        return std::move(reply.error());
    if (!reply->isInteger() || reply->integer < kGone)
        return Error{ErrorClass::ServerError, trNoop("unexpected reply to PTTL", "data"), master};
    if (reply->integer == kGone)
        reading = KeyReading{.key = std::move(reading.key), .readAt = now};
    else if (reply->integer != kNoExpiry)
        reading.ttl = std::min<std::chrono::milliseconds>(
            std::chrono::milliseconds(reply->integer), kLongestTtl);
    return std::nullopt;
}

} // namespace

/// Reads strings' values and TTLs. Does no I/O.
class StringStage {
public:
    enum class Next {
        Nothing,
        Report,
        ReportError,
        ReadType, ///< no string, as far as known
        ReadAgain, ///< by other commands
    };
    struct Step {
        KeyReading* reading; ///< valid until start(); may be moved from
        Next next;
    };
    struct Commands {
        bool areMany = true; ///< MGET
        bool hasRange = true; ///< GETRANGE; otherwise GET
    };

    /// `records`: null, or outlives it. `memory` is reused.
    StringStage(MasterId master, const KeyRecords* records, std::vector<KeyReading> memory);

    void start(std::vector<std::string> keys, Commands commands);
    /// Pass the replies to take(), in order.
    void addCommands(redis::Pipeline& pipeline) const;
    /// Each key gets one step other than Nothing.
    [[nodiscard]] Step take(Result<redis::Reply>& reply, const Clock& clock);

    [[nodiscard]] const Error& error() const { return *m_error; }
    [[nodiscard]] const std::optional<Error>& refusal() const noexcept { return m_refusal; }
    [[nodiscard]] Commands commands() const noexcept { return m_left; }
    /// Call nothing afterwards.
    [[nodiscard]] std::vector<KeyReading> takeMemory();

private:
    void takeValue(std::size_t index, Result<redis::Reply>& reply);
    void takeValues(std::size_t first, Result<redis::Reply>& reply);
    [[nodiscard]] Next nextOfKnown(KeyReading& reading, Result<redis::Reply>& ttl);
    [[nodiscard]] Next nextOf(KeyReading& reading, Result<redis::Reply>& ttl, SteadyTime now);
    [[nodiscard]] bool isSurelyGone(
        const KeyReading& reading, const Result<redis::Reply>& ttl) const;
    void expect(std::size_t first, std::size_t most) const;

    MasterId m_master;
    const KeyRecords* m_records;
    std::vector<KeyReading> m_readings; ///< known short ones last
    std::size_t m_single = 0; ///< before the short ones
    std::size_t m_replies = 0;
    Commands m_commands;
    Commands m_left;
    std::optional<Error> m_error; ///< of the key whose TTL comes next
    std::optional<Error> m_manyError;
    SteadyTime m_manyAt{};
    std::optional<Error> m_refusal;
};

namespace {

using redis::Reply;

/// Per MGET. With their TTLs they usually fit into the 16 KB that a server executes in one go.
constexpr std::size_t kMany = 32;

void takeText(KeyReading& reading, std::string& text)
{
    reading.type = ValueType::String;
    reading.isTooLong = text.size() > KeyReading::kMaxValue;
    if (!reading.isTooLong)
        reading.value = std::move(text);
}

} // namespace

StringStage::StringStage(MasterId master, const KeyRecords* records, std::vector<KeyReading> memory)
    : m_master(std::move(master))
    , m_records(records)
    , m_readings(std::move(memory))
{ }

void StringStage::start(std::vector<std::string> keys, Commands commands)
{
    m_commands = m_left = commands;
    m_replies = 0;
    m_readings.clear();
    m_readings.reserve(keys.size());
    const KeyRecords* const records = commands.areMany ? m_records : nullptr;
    std::vector<std::string> known;
    for (std::size_t from = 0; from < keys.size(); from += KeyRecords::kMost) {
        const auto next
            = std::span(keys).subspan(from, std::min(KeyRecords::kMost, keys.size() - from));
        const std::uint64_t areShort = records == nullptr ? 0 : records->findShort(next);
        for (std::size_t i = 0; i < next.size(); ++i) {
            if ((areShort >> i & 1U) != 0)
                known.push_back(std::move(next[i]));
            else
                m_readings.push_back({.key = std::move(next[i])});
        }
    }
    m_single = m_readings.size();
    for (std::string& key : known)
        m_readings.push_back({.key = std::move(key)});
}

void StringStage::addCommands(redis::Pipeline& pipeline) const
{
    // One byte over the limit reveals a longer value.
    const std::string limit = std::to_string(KeyReading::kMaxValue);
    for (std::size_t i = 0; i < m_single; ++i) {
        if (m_commands.hasRange)
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
}

StringStage::Step StringStage::take(Result<Reply>& reply, const Clock& clock)
{
    const std::size_t number = m_replies++;
    if (number < 2 * m_single) {
        KeyReading& reading = m_readings[number / 2];
        if (number % 2 == 1)
            return {&reading, nextOf(reading, reply, clock.now())};
        takeValue(number / 2, reply);
        return {&reading, Next::Nothing};
    }
    const std::size_t chunk = (number - 2 * m_single) / (kMany + 1);
    const std::size_t at = (number - 2 * m_single) % (kMany + 1);
    const std::size_t first = m_single + chunk * kMany;
    if (at > 0) {
        KeyReading& reading = m_readings[first + at - 1];
        return {&reading, nextOfKnown(reading, reply)};
    }
    m_manyAt = clock.now();
    takeValues(first, reply);
    return {nullptr, Next::Nothing};
}

void StringStage::takeValue(std::size_t index, Result<Reply>& reply)
{
    KeyReading& reading = m_readings[index];
    if (index % KeyRecords::kMost == 0)
        expect(index, std::min(KeyRecords::kMost, m_single - index));
    m_error.reset();
    if (reply) {
        takeText(reading, reply->text);
    } else if (redis::isTooLarge(reply.error())) {
        reading.type = ValueType::String;
        reading.isTooLong = true;
    } else {
        m_error = std::move(reply.error());
    }
}

void StringStage::takeValues(std::size_t first, Result<Reply>& reply)
{
    expect(first, kMany);
    const std::size_t count = std::min(kMany, m_readings.size() - first);
    m_manyError.reset();
    if (!reply)
        m_manyError = std::move(reply.error());
    else if (reply->elements.size() != count)
        m_manyError
            = Error{ErrorClass::ServerError, trNoop("unexpected reply to MGET", "data"), m_master};
    if (m_manyError) {
        // One forbidden key, or keys of several shards, fail all.
        m_left.areMany = false;
        return;
    }
    for (std::size_t i = 0; i < count; ++i) {
        Reply& element = reply->elements[i];
        KeyReading& reading = m_readings[first + i];
        if (redis::isTooLarge(element))
            reading = {.key = std::move(reading.key), .type = ValueType::String, .isTooLong = true};
        else if (element.isString())
            takeText(reading, element.text);
    }
}

StringStage::Next StringStage::nextOfKnown(KeyReading& reading, Result<Reply>& ttl)
{
    if (m_manyError) {
        m_error = m_manyError;
        return isDefinite(m_manyError->kind) ? Next::ReadAgain : Next::ReportError;
    }
    if (reading.type == ValueType::None && !isGone(ttl))
        return Next::ReadType;
    m_error.reset();
    return nextOf(reading, ttl, m_manyAt);
}

StringStage::Next StringStage::nextOf(KeyReading& reading, Result<Reply>& ttl, SteadyTime now)
{
    if (isSurelyGone(reading, ttl)) {
        reading = KeyReading{.key = std::move(reading.key), .readAt = now};
        return Next::Report;
    }
    if (m_error && m_error->kind == ErrorClass::WrongType)
        return Next::ReadType;
    if (m_error && isCommandRefused(*m_error)) {
        if (m_commands.hasRange) {
            m_left.hasRange = false;
            return Next::ReadAgain;
        }
        // Perhaps of another type.
        m_refusal = std::move(m_error);
        return Next::ReadType;
    }
    if (!m_error)
        m_error = takeTtl(reading, ttl, now, m_master);
    return m_error ? Next::ReportError : Next::Report;
}

/// As far as a limited user can know.
bool StringStage::isSurelyGone(const KeyReading& reading, const Result<Reply>& ttl) const
{
    if (m_error)
        return isForbidden(m_error->kind) && isGone(ttl);
    // Empty strings are no locks either.
    return !ttl && isCommandRefused(ttl.error()) && reading.value.empty() && !reading.isTooLong;
}

void StringStage::expect(std::size_t first, std::size_t most) const
{
    if (m_records != nullptr)
        m_records->expect(
            std::span(m_readings).subspan(first, std::min(most, m_readings.size() - first)));
}

std::vector<KeyReading> StringStage::takeMemory()
{
    m_readings.clear();
    return std::move(m_readings);
}

namespace {

using redis::Pipeline;
using redis::Reply;

constexpr int kMaxRounds = 4;

/// Redis has the first ones.
ValueType typeNamed(const std::string& name)
{
    const auto type = enumNamed<ValueType>(name);
    return type && *type <= ValueType::List ? *type : ValueType::Other;
}

HashFields fieldsOf(std::vector<Reply>& elements, std::size_t step)
{
    HashFields fields;
    for (std::size_t i = 0; i + step <= elements.size(); i += step)
        fields.emplace_back(std::move(elements[i].text),
            step == 2 ? std::move(elements[i + 1].text) : std::string());
    return fields;
}

} // namespace

struct KeyReader::State {
    State(redis::Transport& t, const Clock& c, std::chrono::milliseconds limit, Queues q)
        : transport(t)
        , clock(c)
        , timeout(limit)
        , queues(std::move(q))
    { }

    std::vector<KeyReading> takeSpare()
    {
        if (spare.empty())
            return {};
        std::vector<KeyReading> memory = std::move(spare.back());
        spare.pop_back();
        return memory;
    }
    void leave(std::vector<KeyReading> memory)
    {
        if (isMemoryKept)
            spare.push_back(std::move(memory));
    }

    redis::Transport& transport;
    const Clock& clock;
    std::chrono::milliseconds timeout;
    Queues queues;
    const KeyRecords* records = nullptr;
    Pipeline pipeline;
    /// Of ended batches. Freeing so much at once makes glibc tidy its heap.
    std::vector<std::vector<KeyReading>> spare;
    bool isMemoryKept = false;
    bool isClosed = false;
    StringStage::Commands strings;
    bool hasScans = true; ///< HSCAN and SSCAN
    bool hasQueues = true; ///< LRANGE
};

class KeyReader::Batch : public std::enable_shared_from_this<KeyReader::Batch> {
public:
    Batch(std::shared_ptr<State> state, Each each, std::function<void()> done)
        : m_state(std::move(state))
        , m_each(std::move(each))
        , m_done(std::move(done))
        , m_strings(m_state->transport.master(), m_state->records, m_state->takeSpare())
    { }
    ~Batch() { m_state->leave(m_strings.takeMemory()); }
    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;

    void start(std::vector<std::string> keys);

private:
    using Take = void (Batch::*)(std::size_t index, bool isLast, Result<Reply>& reply);

    template <class Add> void stage(std::size_t perKey, Add add, Take take, void (Batch::*next)());

    template <class OnReply> void send(std::size_t replies, OnReply onReply, void (Batch::*next)());

    void readStrings();

    [[nodiscard]] bool mayHaveQueue(const KeyReading& reading) const
    {
        return m_state->hasQueues && m_state->queues.of && m_state->queues.of(reading);
    }

    void onString(Result<Reply>& reply);

    void afterStrings();

    void takeTyped();

    void onType(std::size_t index, bool, Result<Reply>& reply);

    void afterTypes();

    void addTyped(Pipeline& pipeline, const KeyReading& reading) const;

    void onTyped(std::size_t index, bool isTtl, Result<Reply>& reply);

    static void takeElements(KeyReading& reading, Reply& reply);

    void afterTyped();

    void onQueue(std::size_t index, bool, Result<Reply>& reply);

    void afterQueues();

    void onQueueTimes(std::size_t index, bool, Result<Reply>& reply);

    void takeQueue(KeyReading& reading) const;

    void finish();

    std::shared_ptr<State> m_state;
    Each m_each;
    std::function<void()> m_done;
    StringStage m_strings;
    std::vector<KeyReading> m_readings;
    std::vector<KeyReading> m_typed;
    std::vector<KeyReading> m_absent; ///< perhaps with a queue
    std::vector<std::string> m_again;
    std::optional<Error> m_error; ///< of the key whose TTL comes next
    SteadyTime m_queuesSent{};
    bool m_hasTimes = false; ///< of the queue whose twin comes next
    std::size_t m_replies = 0;
    int m_round = 0;
    bool m_isScanRefused = false;
};

void KeyReader::Batch::start(std::vector<std::string> keys)
{
    if (++m_round > kMaxRounds) {
        const Error error{ErrorClass::ServerError, trNoop("it changes while it is read", "data"),
            m_state->transport.master()};
        for (std::string& key : keys) {
            KeyReading reading{.key = std::move(key)};
            m_each(reading, &error);
        }
        return m_done();
    }
    m_strings.start(std::move(keys), m_state->strings);
    readStrings();
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
    Pipeline& pipeline = m_state->pipeline;
    pipeline.clear();
    m_strings.addCommands(pipeline);
    if (pipeline.isEmpty())
        return afterStrings();
    send(
        pipeline.size(), [this](std::size_t, Result<Reply>& reply) { onString(reply); },
        &Batch::afterStrings);
}

void KeyReader::Batch::onString(Result<Reply>& reply)
{
    const auto [reading, next] = m_strings.take(reply, m_state->clock);
    switch (next) {
    case StringStage::Next::Nothing:
        return;
    case StringStage::Next::Report:
        if (reading->type == ValueType::None && mayHaveQueue(*reading))
            return m_absent.push_back(std::move(*reading));
        m_each(*reading, nullptr);
        // Gives the next reply memory that the CPU caches.
        std::string().swap(reading->value);
        std::string().swap(reading->key);
        return;
    case StringStage::Next::ReportError:
        return m_each(*reading, &m_strings.error());
    case StringStage::Next::ReadType:
        m_typed.push_back({.key = std::move(reading->key)});
        return;
    case StringStage::Next::ReadAgain:
        m_again.push_back(std::move(reading->key));
        return;
    }
}

void KeyReader::Batch::afterStrings()
{
    m_state->strings.areMany = m_state->strings.areMany && m_strings.commands().areMany;
    m_state->strings.hasRange = m_state->strings.hasRange && m_strings.commands().hasRange;
    takeTyped();
    stage(
        1,
        [](Pipeline& pipeline, const KeyReading& reading) {
            pipeline.add({"TYPE", reading.key});
        },
        &Batch::onType, &Batch::afterTypes);
}

void KeyReader::Batch::takeTyped()
{
    m_readings.swap(m_typed);
    m_typed.clear();
}

void KeyReader::Batch::onType(std::size_t index, bool, Result<Reply>& reply)
{
    KeyReading& reading = m_readings[index];
    const std::optional<Error>& refusal = m_strings.refusal();
    if (!reply)
        return m_each(reading, refusal ? &*refusal : &reply.error());
    const ValueType type = typeNamed(reply->text);
    if (type == ValueType::String && refusal)
        return m_each(reading, &*refusal);
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
    // One element over the limit reveals a larger collection.
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
    case ValueType::Queue:
    case ValueType::Node:
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
    const bool isRefused = m_error && isScan && m_state->hasScans && isCommandRefused(*m_error);
    m_isScanRefused = m_isScanRefused || isRefused;
    if (isRefused || (m_error && m_error->kind == ErrorClass::WrongType)) {
        m_again.push_back(std::move(reading.key));
        return;
    }
    if (!m_error)
        m_error = takeTtl(reading, reply, m_state->clock.now(), m_state->transport.master());
    if (m_error)
        m_each(reading, &*m_error);
    else if (mayHaveQueue(reading))
        m_typed.push_back(std::move(reading));
    else
        m_each(reading, nullptr);
}

void KeyReader::Batch::takeElements(KeyReading& reading, Reply& reply)
{
    const bool isPaired = reading.type == ValueType::Hash || reading.type == ValueType::SortedSet;
    const std::size_t step = isPaired ? 2 : 1;
    // A scan's reply is cursor and elements.
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
    std::ranges::move(std::exchange(m_absent, {}), std::back_inserter(m_readings));
    m_queuesSent = m_state->clock.now();
    stage(
        1,
        [this](Pipeline& pipeline, const KeyReading& reading) {
            pipeline.add({"LRANGE", m_state->queues.of(reading)->list, "0",
                std::to_string(QueueReading::kMost - 1)});
        },
        &Batch::onQueue, &Batch::afterQueues);
}

void KeyReader::Batch::onQueue(std::size_t index, bool, Result<Reply>& reply)
{
    KeyReading& reading = m_readings[index];
    if (!reply && isCommandRefused(reply.error()))
        m_state->hasQueues = false;
    if (!reply || !reply->isArray())
        return m_each(reading, nullptr);
    reading.queue = QueueReading{.sent = m_queuesSent, .received = m_state->clock.now()};
    for (Reply& element : reply->elements) {
        if (reading.queue->elements.size() < QueueReading::kMost)
            reading.queue->elements.emplace_back(std::move(element.text), std::string());
    }
    const bool isMore
        = !reading.queue->elements.empty() && !m_state->queues.of(reading)->times.empty();
    if (!isMore)
        return m_each(reading, nullptr);
    m_typed.push_back(std::move(reading));
}

void KeyReader::Batch::afterQueues()
{
    takeTyped();
    stage(
        2,
        [this](Pipeline& pipeline, const KeyReading& reading) {
            const auto queue = m_state->queues.of(reading);
            pipeline.add({"ZRANGE", queue->times, "0", std::to_string(QueueReading::kMost - 1),
                "WITHSCORES"});
            pipeline.add({"TYPE", queue->twin.empty() ? reading.key : queue->twin});
        },
        &Batch::onQueueTimes, &Batch::finish);
}

/// For a missing key. Waiters in an unknown form keep nobody out.
void KeyReader::Batch::takeQueue(KeyReading& reading) const
{
    KeyReading queued = reading;
    queued.takeQueue(m_state->clock.wallNow());
    if (queued.type != ValueType::None && m_state->queues.of(queued))
        reading = std::move(queued);
}

void KeyReader::Batch::onQueueTimes(std::size_t index, bool isTwin, Result<Reply>& reply)
{
    KeyReading& reading = m_readings[index];
    reading.queue->received = m_state->clock.now();
    if (isTwin) {
        const bool isOfTwin = reply && reply->text != "none";
        if (reading.type == ValueType::None && m_hasTimes && !isOfTwin)
            takeQueue(reading);
        return m_each(reading, nullptr);
    }
    m_hasTimes = reply && reply->isArray();
    if (!m_hasTimes)
        return;
    std::unordered_map<std::string, std::string> times;
    for (auto& [element, time] : fieldsOf(reply->elements, 2))
        times.insert_or_assign(std::move(element), std::move(time));
    for (auto& [element, time] : reading.queue->elements) {
        if (const auto found = times.find(element); found != times.end())
            time = found->second;
    }
}

void KeyReader::Batch::finish()
{
    if (m_again.empty())
        return m_done();
    start(std::exchange(m_again, {}));
}

KeyReader::KeyReader(redis::Transport& transport, const Clock& clock,
    std::chrono::milliseconds timeout, Queues queues)
    : m_state(std::make_shared<State>(transport, clock, timeout, std::move(queues)))
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
    m_state->strings.hasRange = m_state->hasScans = m_state->hasQueues = true;
}

void KeyReader::keepMemory(bool isKept) noexcept
{
    m_state->isMemoryKept = isKept;
    if (!isKept)
        m_state->spare = {};
}

void KeyReader::read(std::vector<std::string> keys, Each each, std::function<void()> done)
{
    if (m_state->queues.lockOf) {
        for (std::string& key : keys) {
            if (auto lock = m_state->queues.lockOf(key))
                key = std::move(*lock);
        }
    }
    std::make_shared<Batch>(m_state, std::move(each), std::move(done))->start(std::move(keys));
}

void readKeyOnAll(const std::vector<redis::Transport*>& masters, const Clock& clock,
    const std::string& key, std::chrono::milliseconds timeout,
    std::function<void(std::vector<Result<KeyReading>>)> done, const KeyReader::QueueOf& queueOf)
{
    redis::fanOut<KeyReading>(
        masters,
        [&](std::size_t, redis::Transport& transport, auto handler) {
            auto reader = std::make_shared<KeyReader>(
                transport, clock, timeout, KeyReader::Queues{.of = queueOf});
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
