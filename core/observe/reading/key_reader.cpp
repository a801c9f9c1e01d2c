// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/reading/key_reader.h"

#include "core/observe/reading/read_refusal.h"
#include "core/observe/reading/string_stage.h"
#include "core/observe/reading/ttl_reply.h"
#include "core/redis/fan_out.h"
#include "core/redis/reply_parser.h"
#include "core/text/translate.h"

#include <algorithm>
#include <unordered_map>

namespace lockkeeper::observe {
namespace {

using redis::Pipeline;
using redis::Reply;

constexpr int kMaxRounds = 4;

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
    Pipeline pipeline; ///< keeps its memory
    /// Memory of ended batches. Freeing so much at once makes glibc tidy its heap.
    std::vector<std::vector<KeyReading>> spare;
    bool isMemoryKept = false;
    bool isClosed = false;
    StringStage::Commands strings; ///< allowed, as far as known
    bool hasScans = true; ///< HSCAN and SSCAN are allowed, as far as known
    bool hasQueues = true; ///< LRANGE is allowed, as far as known
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
    std::vector<KeyReading> m_readings; ///< of a later stage
    std::vector<KeyReading> m_typed;
    std::vector<KeyReading> m_absent; ///< not stored, but perhaps with a queue
    std::vector<std::string> m_again; ///< from the first stage
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
        // Gives the next reply this memory while the CPU caches it.
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

/// For a key not stored. Waiters in an unknown form keep nobody out.
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
            // Keeps itself until the key is read.
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
