// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/reading/master_sweep.h"

#include "core/observe/notes/note.h"
#include "core/observe/reading/adaptive_batch.h"
#include "core/observe/reading/command_budget.h"
#include "core/redis/reply_parser.h"
#include "core/redis/scan_cursor.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <utility>

namespace lockkeeper::observe {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kFirstAtOnce = 250;
constexpr std::size_t kMostKeysAtOnce = 1000;
/// For unspent commands.
constexpr double kSavedSweepSeconds = 1;
constexpr std::size_t kNamesAhead = 2000;
constexpr std::size_t kNameBytesAtOnce = std::size_t{1} << 20;
/// Longer ones are no locks.
constexpr std::size_t kLongestName = std::size_t{64} << 10;
constexpr const char* kUntoldName = "(a name of more than 1 MiB)";
constexpr std::size_t kKeysUntold = 1'000'000;

struct ScanSize {
    double names = 0;
    double replies = 0;
    double time = 0; ///< of all replies, in timeouts

    [[nodiscard]] bool isBeyond(const ScanSize& bound) const
    {
        return names > bound.names || replies > bound.replies || time > bound.time;
    }
};

/// Of an honest master. A reply covers COUNT keys, or ten times as many empty places; a table being
/// resized repeats keys.
ScanSize boundFor(std::size_t keys, const SweepOptions& options)
{
    constexpr double kFewNames = 10'000;
    constexpr double kMostNames = 20'000'000;
    constexpr double kFewReplies = 10'000;
    constexpr double kLeastTime = 10;
    constexpr double kMostTime = 3600;
    const double names = static_cast<double>(options.patterns.size()) * static_cast<double>(keys);
    const double replies = names / static_cast<double>(options.scanCount);
    return {.names = std::min(2 * names + kFewNames, kMostNames),
        .replies = 2 * replies + kFewReplies,
        .time = std::min(replies + kLeastTime, kMostTime)};
}

} // namespace

class MasterSweep::Run : public std::enable_shared_from_this<MasterSweep::Run> {
public:
    Run(Access access, SweepOptions options)
        : m_access(access)
        , m_options(std::move(options))
        , m_budget(static_cast<double>(m_options.commandsPerSecond),
              kSavedSweepSeconds * static_cast<double>(m_options.commandsPerSecond))
    {
        m_isUnasked = m_options.patterns.empty();
        if (m_isUnasked)
            m_options.patterns.emplace_back("*");
        m_bound = boundFor(0, m_options);
    }

    void start(KeyReader::Each each, Done done, IsWanted isWanted);

    void close();

    [[nodiscard]] std::size_t keysRead() const noexcept { return m_keysRead; }
    [[nodiscard]] std::size_t scans() const noexcept
    {
        return static_cast<std::size_t>(m_scanned.replies);
    }
    [[nodiscard]] bool isEndless() const noexcept { return m_isEndless; }

    void spend(std::size_t commands) { m_budget.spend(commands); }

private:
    void send(const redis::Command& command, redis::Transport::Handler handler);

    void countKeys(std::function<void(std::optional<std::size_t> keys)> next);

    void startUnasked(std::optional<std::size_t> keys);

    void extendBound();

    void endAsEndless(Error error);

    void endWithTooMany(std::size_t keys);

    void goOn();

    [[nodiscard]] bool isScanned() const { return m_pattern == m_options.patterns.size(); }

    void scan();

    void onNames(Result<redis::Reply> reply);

    void takeName(redis::Reply& name);

    void readSome();

    void onReading(KeyReading& reading, const Error* error);

    void onRead(std::size_t count, SteadyTime sentAt);

    bool isOverBudget();

    void end(std::optional<Error> error);

    Access m_access;
    SweepOptions m_options;
    KeyReader::Each m_each;
    Done m_done;
    IsWanted m_isWanted;
    bool m_isUnasked = false;
    bool m_isScanning = false;
    bool m_isEnded = false;
    bool m_isEndless = false;
    ScanSize m_scanned;
    ScanSize m_bound;
    std::size_t m_pattern = 0;
    redis::ScanCursor m_cursor;
    std::vector<std::string> m_names;
    std::size_t m_reads = 0;
    AdaptiveBatch m_batch{kFirstAtOnce, kMostKeysAtOnce};
    std::size_t m_keysRead = 0;
    CommandBudget m_budget;
    std::optional<Error> m_failure;
    Scheduler::TimerId m_timer = Scheduler::kNoTimer;
};

void MasterSweep::Run::start(KeyReader::Each each, Done done, IsWanted isWanted)
{
    m_each = std::move(each);
    m_isWanted = std::move(isWanted);
    m_done = std::move(done);
    m_budget.earn(m_access.clock.now());
    m_access.reader.keepMemory(true);
    if (m_isUnasked)
        countKeys([this](std::optional<std::size_t> keys) { startUnasked(keys); });
    else
        goOn();
}

void MasterSweep::Run::close()
{
    // An ended sweep may outlive the reader.
    if (std::exchange(m_isEnded, true))
        return;
    m_access.scheduler.cancel(m_timer);
    m_access.reader.keepMemory(false);
    m_each = {};
    m_done = {};
    m_isWanted = {};
}

void MasterSweep::Run::send(const redis::Command& command, redis::Transport::Handler handler)
{
    spend(1);
    m_access.transport.send(command, m_options.timeout,
        [self = shared_from_this(), handler = std::move(handler)](Result<redis::Reply> reply) {
            if (!self->m_isEnded)
                handler(std::move(reply));
        });
}

void MasterSweep::Run::countKeys(std::function<void(std::optional<std::size_t> keys)> next)
{
    send({"DBSIZE"}, [this, next = std::move(next)](const Result<redis::Reply>& reply) {
        if (!reply && !isAnswered(reply.error().kind))
            return end(reply.error());
        if (reply && (!reply->isInteger() || reply->integer < 0))
            return end(Error{ErrorClass::ServerError, trNoop("unexpected reply to DBSIZE", "data"),
                m_access.transport.master()});
        next(reply ? std::optional(static_cast<std::size_t>(reply->integer)) : std::nullopt);
    });
}

void MasterSweep::Run::startUnasked(std::optional<std::size_t> keys)
{
    if (keys && *keys >= m_options.maxKeysUnasked)
        return endWithTooMany(*keys);
    m_bound = boundFor(keys.value_or(0), m_options);
    goOn();
}

/// Only scans beyond a small master's bound need the number.
void MasterSweep::Run::extendBound()
{
    m_isScanning = true;
    countKeys([this](std::optional<std::size_t> keys) {
        m_isScanning = false;
        m_bound = boundFor(keys.value_or(kKeysUntold), m_options);
        if (m_scanned.isBeyond(m_bound))
            return endAsEndless(redis::endlessScan());
        goOn();
    });
}

void MasterSweep::Run::endAsEndless(Error error)
{
    m_isEndless = true;
    error.master = m_access.transport.master();
    end(std::move(error));
}

void MasterSweep::Run::endWithTooMany(std::size_t keys)
{
    end(Error{ErrorClass::TooManyKeys,
        absl::Substitute(
            trNoop("the master holds $0 keys, too many to look at without a pattern", "data"),
            keys),
        m_access.transport.master()});
}

void MasterSweep::Run::goOn()
{
    if (m_isEnded || isOverBudget())
        return;
    // Two pipelines keep the master busy while a reply is processed.
    while (!m_names.empty() && m_reads < 2)
        readSome();
    // After the reads: their keys are still in the master's CPU caches.
    if (!m_isScanning && !isScanned() && m_names.size() < kNamesAhead)
        scan();
    if (isScanned() && m_names.empty() && m_reads == 0)
        end(std::nullopt);
}

void MasterSweep::Run::scan()
{
    m_isScanning = true;
    send({"SCAN", m_cursor.text(), "MATCH", m_options.patterns[m_pattern], "COUNT",
             std::to_string(m_options.scanCount)},
        [this, sentAt = m_access.clock.now()](Result<redis::Reply> reply) {
            using Seconds = std::chrono::duration<double>;
            m_scanned.time += Seconds(m_access.clock.now() - sentAt) / Seconds(m_options.timeout);
            ++m_scanned.replies;
            onNames(std::move(reply));
        });
}

void MasterSweep::Run::onNames(Result<redis::Reply> reply)
{
    m_isScanning = false;
    if (!reply && redis::isTooLarge(reply.error()) && m_options.scanCount > 1) {
        m_options.scanCount /= 2;
        return goOn();
    }
    if (!reply)
        return end(std::move(reply.error()));
    if (auto advanced = m_cursor.advance(*reply); !advanced)
        return endAsEndless(std::move(advanced.error()));
    m_scanned.names += static_cast<double>(reply->elements[1].elements.size());
    for (redis::Reply& name : reply->elements[1].elements)
        takeName(name);
    if (m_cursor.isAtStart())
        ++m_pattern;
    if (m_isUnasked && m_keysRead + m_names.size() >= m_options.maxKeysUnasked)
        return endWithTooMany(m_keysRead + m_names.size());
    if (!isScanned() && m_scanned.isBeyond(m_bound))
        extendBound();
    goOn();
}

void MasterSweep::Run::takeName(redis::Reply& name)
{
    if (isNoteKey(name.text))
        return;
    const bool isPushed = !redis::isTooLarge(name);
    if (isPushed && m_isWanted && !m_isWanted(name.text)) {
        ++m_keysRead;
        return;
    }
    if (isPushed && name.text.size() <= kLongestName)
        return m_names.push_back(std::move(name.text));
    const Error error{ErrorClass::ServerError, trNoop("the name is too long for a lock", "data"),
        m_access.transport.master()};
    KeyReading reading{.key = isPushed ? std::move(name.text) : kUntoldName};
    onReading(reading, &error);
}

void MasterSweep::Run::readSome()
{
    const std::size_t most = std::min(m_batch.size(), m_names.size());
    std::size_t count = 0;
    for (std::size_t bytes = 0; count < most && bytes < kNameBytesAtOnce; ++count)
        bytes += m_names[m_names.size() - 1 - count].size();
    const auto first = m_names.end() - static_cast<std::ptrdiff_t>(count);
    std::vector<std::string> keys(
        std::make_move_iterator(first), std::make_move_iterator(m_names.end()));
    m_names.erase(first, m_names.end());
    ++m_reads;
    spend(2 * count);
    const auto self = shared_from_this();
    m_access.reader.read(
        std::move(keys),
        [self](KeyReading& reading, const Error* error) { self->onReading(reading, error); },
        [self, count, sentAt = m_access.clock.now()] { self->onRead(count, sentAt); });
}

void MasterSweep::Run::onReading(KeyReading& reading, const Error* error)
{
    if (m_isEnded)
        return;
    // Ends the sweep after the rest of the pipeline.
    if (error != nullptr && !isAnswered(error->kind)) {
        if (!m_failure)
            m_failure = *error;
        return;
    }
    ++m_keysRead;
    m_each(reading, error);
}

void MasterSweep::Run::onRead(std::size_t count, SteadyTime sentAt)
{
    --m_reads;
    if (m_isEnded)
        return;
    if (m_failure)
        return end(std::move(m_failure));
    m_batch.note(count, m_access.clock.now() - sentAt);
    goOn();
}

bool MasterSweep::Run::isOverBudget()
{
    if (!m_budget.isLimited())
        return false;
    m_budget.earn(m_access.clock.now());
    if (m_budget.credit() >= 0)
        return false;
    m_access.scheduler.cancel(m_timer);
    m_timer = m_access.scheduler.schedule(
        m_budget.solventAt(), [self = shared_from_this()] { self->goOn(); });
    return true;
}

void MasterSweep::Run::end(std::optional<Error> error)
{
    const Done done = std::move(m_done);
    close();
    if (done)
        done(std::move(error));
}

MasterSweep::MasterSweep(Access access, SweepOptions options)
    : m_run(std::make_shared<Run>(access, std::move(options)))
{ }

MasterSweep::~MasterSweep()
{
    m_run->close();
}

void MasterSweep::start(KeyReader::Each each, Done done, IsWanted isWanted)
{
    m_run->start(std::move(each), std::move(done), std::move(isWanted));
}

void MasterSweep::spend(std::size_t commands) noexcept
{
    m_run->spend(commands);
}

std::size_t MasterSweep::keysRead() const noexcept
{
    return m_run->keysRead();
}

std::size_t MasterSweep::scans() const noexcept
{
    return m_run->scans();
}

bool MasterSweep::isEndless() const noexcept
{
    return m_run->isEndless();
}

} // namespace lockkeeper::observe
