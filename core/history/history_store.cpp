// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/history_store.h"

#include "core/history/database.h"
#include "core/history/history_file.h"
#include "core/loop/mutex.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <atomic>
#include <iterator>
#include <span>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

namespace lockkeeper::history {
namespace {

using namespace std::chrono_literals;

/// How often `seenAt` is written without changes, for readers and after a crash.
constexpr auto kSeenInterval = 30s;
constexpr auto kRetentionInterval = 1h;
/// Per turn; then queued data goes first.
constexpr int kDeletionsAtOnce = 10;
constexpr std::size_t kWrittenAtOnce = 10'000;
constexpr auto kAskServer = 2s;

/// Watching comes first.
void lowerPriority()
{
#ifdef __linux__
    constexpr int kNice = 10;
    (void)::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kNice);
#endif
}

} // namespace

/// Its thread owns what is not guarded.
class HistoryStore::Writer {
public:
    Writer(StoreOptions options, const Clock& clock)
        : m_options(std::move(options))
        , m_clock(clock)
    { }
    ~Writer();
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    /// Before start(), on the caller's thread.
    Result<void> prepare();
    void start();

    void record(Batch batch);
    Result<void> flush();
    StoreStatus status() const;
    [[nodiscard]] std::uint64_t generation() const noexcept { return m_generation; }

private:
    [[nodiscard]] const Place& place() const noexcept { return m_options.place; }
    [[nodiscard]] std::string shownPlace() const { return displaySafe(place().text(), 4096); }
    void run() noexcept;
    void turn(std::vector<Batch> batches);
    [[nodiscard]] bool reconnect();
    [[nodiscard]] Result<bool> begin();
    [[nodiscard]] Result<void> takeRight();
    [[nodiscard]] Result<bool> openDatabase();
    [[nodiscard]] DatabaseResult<std::unique_ptr<Database>> openOrReplace();
    void standBy();
    void noteOther() const;
    [[nodiscard]] bool isServerDue() const
    {
        return !place().isServer() || m_isAwaited || BootClock::now() - m_askedAt >= kAskServer;
    }
    void record(std::vector<Batch> batches);
    void putBack(std::span<Batch> batches);
    void noteWritten();
    void apply(const Batch& batch);
    void write();
    void retain();
    void handle(const DatabaseError& trouble);
    void dropPending();
    void closeDatabase();
    void notify(const std::string& text) const;
    void setError(std::optional<Error> error);

    const StoreOptions m_options;
    const Clock& m_clock;
    std::atomic<std::uint64_t> m_generation{1};

    std::optional<RecordingLock> m_right;
    std::unique_ptr<Database> m_database;
    Tracker m_tracker;
    bool m_isWatched = false;
    bool m_isEnding = false;
    bool m_isAwaited = false; ///< by flush() or the destructor
    std::optional<WallTime> m_seenAt;
    SteadyTime m_seenWritten{};
    std::optional<SteadyTime> m_retained;
    bool m_isLost = false;
    SteadyTime m_askedAt{};
    bool m_hasGrown = true; ///< since it was last found small enough

    mutable Mutex m_mutex;
    Condition m_work;
    Condition m_done;
    std::vector<Batch> m_queue LK_GUARDED_BY(m_mutex);
    std::size_t m_queued LK_GUARDED_BY(m_mutex) = 0;
    bool m_mustStartAnew LK_GUARDED_BY(m_mutex) = false;
    bool m_isStopping LK_GUARDED_BY(m_mutex) = false;
    std::uint64_t m_flushAsked LK_GUARDED_BY(m_mutex) = 0;
    std::uint64_t m_flushDone LK_GUARDED_BY(m_mutex) = 0;
    StoreStatus m_status LK_GUARDED_BY(m_mutex);
    std::thread m_thread;
};

HistoryStore::Writer::~Writer()
{
    if (!m_thread.joinable())
        return;
    {
        const MutexLock lock(m_mutex);
        m_isStopping = true;
    }
    m_work.notify();
    m_thread.join();
}

Result<void> HistoryStore::Writer::prepare()
{
    const auto begun = begin();
    if (!begun)
        return tl::make_unexpected(begun.error());
    if (!*begun)
        noteOther();
    return {};
}

void HistoryStore::Writer::noteOther() const
{
    notify(absl::Substitute(
        trNoop("history $0: another process records; this one takes over when that ends", "data"),
        shownPlace()));
}

Result<bool> HistoryStore::Writer::begin()
{
    if (place().isServer())
        return openDatabase();
    if (auto taken = takeRight(); !taken)
        return tl::make_unexpected(taken.error());
    if (m_right)
        return openDatabase();
    standBy();
    return false;
}

void HistoryStore::Writer::standBy()
{
    const MutexLock lock(m_mutex);
    m_status.isRecording = false;
    m_status.error.reset();
}

void HistoryStore::Writer::start()
{
    m_thread = std::thread([this] { run(); });
}

void HistoryStore::Writer::record(Batch batch)
{
    const MutexLock lock(m_mutex);
    if (m_queued + batch.size() > m_options.queueLimit) {
        m_status.dropped += batch.size();
        m_mustStartAnew = true;
        return;
    }
    m_queued += batch.size() + 1;
    m_queue.push_back(std::move(batch));
}

Result<void> HistoryStore::Writer::flush()
{
    const MutexLock lock(m_mutex);
    const std::uint64_t ticket = ++m_flushAsked;
    m_work.notify();
    while (m_flushDone < ticket)
        m_done.wait(m_mutex);
    if (m_status.error)
        return tl::make_unexpected(*m_status.error);
    return {};
}

StoreStatus HistoryStore::Writer::status() const
{
    const MutexLock lock(m_mutex);
    return m_status;
}

void HistoryStore::Writer::run() noexcept
{
    lowerPriority();
    MutexLock lock(m_mutex);
    while (true) {
        const SteadyTime next = BootClock::now() + m_options.interval;
        while (!m_isStopping && m_flushDone == m_flushAsked && BootClock::now() < next)
            m_work.waitUntil(m_mutex, next);
        const bool isLast = m_isStopping;
        const std::uint64_t before = m_flushDone;
        const std::uint64_t ticket = m_flushAsked;
        lock.unlock();
        m_isEnding = isLast;
        m_isAwaited = isLast || ticket != before;
        const bool isConnected = reconnect();
        lock.lock();
        if (isConnected) {
            std::vector<Batch> batches = std::exchange(m_queue, {});
            m_queued = 0;
            const bool mustStartAnew = std::exchange(m_mustStartAnew, false);
            lock.unlock();
            if (mustStartAnew)
                closeDatabase();
            turn(std::move(batches));
            lock.lock();
        }
        m_flushDone = ticket;
        m_done.notify();
        if (isLast)
            return;
    }
}

/// False: still broken. The changes must not grow meanwhile: the server has all or none of them.
bool HistoryStore::Writer::reconnect()
{
    if (!m_isLost)
        return true;
    if (!isServerDue())
        return false;
    m_askedAt = BootClock::now();
    const auto isWritten = m_database->restore();
    if (!isWritten) {
        handle(isWritten.error());
        return !m_isLost;
    }
    m_isLost = false;
    if (*isWritten)
        noteWritten();
    setError(std::nullopt);
    return true;
}

void HistoryStore::Writer::turn(std::vector<Batch> batches)
{
    if (m_database && !m_database->isStillThere()) {
        notify(absl::Substitute(
            trNoop("history $0: the file was removed; a new one is begun", "data"), shownPlace()));
        closeDatabase();
        m_right.reset();
    }
    if (!m_database) {
        if (!isServerDue())
            return;
        const auto begun = begin();
        if (!begun)
            setError(begun.error());
        if (!begun || !*begun)
            return;
    }
    record(std::move(batches));
    if (m_database && !m_isLost)
        retain();
}

Result<void> HistoryStore::Writer::takeRight()
{
    if (m_right)
        return {};
    auto right = RecordingLock::tryTake(place().file);
    if (!right)
        return tl::make_unexpected(right.error());
    m_right = std::move(*right);
    const auto holder = m_right ? std::nullopt : RecordingLock::holderOf(place().file);
    const MutexLock lock(m_mutex);
    m_status.recordedBy = holder;
    return {};
}

/// All sightings are then needed again. False: another process records.
Result<bool> HistoryStore::Writer::openDatabase()
{
    m_askedAt = BootClock::now();
    auto opened = openOrReplace();
    if (!opened && opened.error().kind == SqlError::Kind::Superseded) {
        standBy();
        return false;
    }
    if (!opened)
        return tl::make_unexpected(opened.error().error);
    m_database = std::move(*opened);
    m_tracker = Tracker(m_database->nextIntervalId(), m_database->nextWaitId());
    m_seenAt.reset();
    m_isWatched = false;
    m_retained.reset();
    m_hasGrown = true;
    ++m_generation;
    setError(std::nullopt);
    return true;
}

DatabaseResult<std::unique_ptr<Database>> HistoryStore::Writer::openOrReplace()
{
    if (place().isServer())
        return Database::open(place(), m_options.areSameMasters);
    const auto failed
        = [](Error error) { return tl::make_unexpected(DatabaseError{.error = std::move(error)}); };
    const std::filesystem::path& file = place().file;
    for (int attempt = 0;; ++attempt) {
        if (auto prepared = prepareHistoryFile(file); !prepared)
            return failed(prepared.error());
        auto opened = Database::open(file, m_options.areSameMasters);
        if (opened || opened.error().kind != SqlError::Kind::Damaged || attempt > 0)
            return opened;
        const auto seconds
            = std::chrono::duration_cast<std::chrono::seconds>(sinceEpoch(m_clock.wallNow()));
        const auto aside = setAside(file, seconds.count());
        if (!aside)
            return failed(aside.error());
        notify(absl::Substitute(
            trNoop("$0; it is damaged, is kept as $1, and a new one is begun", "data"),
            opened.error().error.text, displaySafe(aside->string(), 4096)));
    }
}

void HistoryStore::Writer::record(std::vector<Batch> batches)
{
    for (std::size_t i = 0; i < batches.size(); ++i) {
        apply(std::exchange(batches[i], {}));
        if (m_tracker.changes().size() < kWrittenAtOnce)
            continue;
        write();
        if (m_isLost)
            putBack(std::span(batches).subspan(i + 1));
        if (!m_database || m_isLost)
            return;
    }
    if (m_isWatched)
        m_seenAt = m_clock.wallNow();
    write();
}

void HistoryStore::Writer::putBack(std::span<Batch> batches)
{
    const MutexLock lock(m_mutex);
    for (const Batch& batch : batches)
        m_queued += batch.size() + 1;
    m_queue.insert(m_queue.begin(), std::make_move_iterator(batches.begin()),
        std::make_move_iterator(batches.end()));
}

void HistoryStore::Writer::apply(const Batch& batch)
{
    if (batch.generation != m_generation)
        return;
    m_tracker.apply(batch);
    m_isWatched = batch.isWatched;
    if (m_isWatched)
        m_seenAt = batch.wallAt;
}

void HistoryStore::Writer::write()
{
    const Changes& changes = m_tracker.changes();
    const SteadyTime now = m_clock.now();
    const bool isSeenDue = m_seenAt && (m_isEnding || now - m_seenWritten >= kSeenInterval);
    const bool isDue = changes.size() > 0 || isSeenDue;
    const auto written = isDue ? m_database->write(changes, m_seenAt) : m_database->keepLead();
    if (!written) {
        handle(written.error());
        return;
    }
    if (!isDue)
        return;
    setError(std::nullopt);
    m_seenWritten = now;
    noteWritten();
}

void HistoryStore::Writer::noteWritten()
{
    m_hasGrown = true;
    {
        const MutexLock lock(m_mutex);
        m_status.written += m_tracker.changes().size();
    }
    m_tracker.clearChanges();
}

void HistoryStore::Writer::retain()
{
    const Retention retention{m_options.age, m_options.bytes};
    const SteadyTime now = m_clock.now();
    const bool isDue = !m_retained || now - *m_retained >= kRetentionInterval;
    if (!m_hasGrown && !isDue)
        return;
    const auto isTooLarge = m_database->isTooLarge(retention);
    if (isTooLarge && !*isTooLarge && !isDue) {
        m_hasGrown = false;
        return;
    }
    for (int i = 0; i < kDeletionsAtOnce; ++i) {
        const auto isMore = m_database->retain(retention, m_clock.wallNow());
        if (!isMore) {
            handle(isMore.error());
            return;
        }
        if (!*isMore) {
            m_retained = now;
            m_hasGrown = false;
            return;
        }
    }
}

void HistoryStore::Writer::handle(const DatabaseError& trouble)
{
    switch (trouble.kind) {
    case SqlError::Kind::Superseded:
        closeDatabase();
        standBy();
        noteOther();
        return;
    case SqlError::Kind::Damaged:
        closeDatabase();
        break;
    case SqlError::Kind::Lost:
        m_isLost = true;
        [[fallthrough]];
    case SqlError::Kind::Other:
        setError(trouble.error);
        break;
    }
    if (m_tracker.changes().size() > m_options.queueLimit)
        dropPending();
}

void HistoryStore::Writer::dropPending()
{
    {
        const MutexLock lock(m_mutex);
        m_status.dropped += m_tracker.changes().size();
    }
    closeDatabase();
}

void HistoryStore::Writer::closeDatabase()
{
    m_database.reset();
    m_isLost = false;
    m_tracker = Tracker();
}

void HistoryStore::Writer::notify(const std::string& text) const
{
    if (m_options.onNotice)
        m_options.onNotice(text);
}

void HistoryStore::Writer::setError(std::optional<Error> error)
{
    std::optional<Error> before;
    {
        const MutexLock lock(m_mutex);
        m_status.isRecording = !error;
        before = std::exchange(m_status.error, error);
    }
    if (error && before != error)
        notify(error->text);
    else if (!error && before)
        notify(absl::Substitute(trNoop("history $0: is written again", "data"), shownPlace()));
}

HistoryStore::HistoryStore(std::unique_ptr<Writer> writer)
    : m_writer(std::move(writer))
{ }

HistoryStore::~HistoryStore() = default;

Result<std::unique_ptr<HistoryStore>> HistoryStore::open(StoreOptions options, const Clock& clock)
{
    auto writer = std::make_unique<Writer>(std::move(options), clock);
    if (auto prepared = writer->prepare(); !prepared)
        return tl::make_unexpected(prepared.error());
    writer->start();
    return std::unique_ptr<HistoryStore>(new HistoryStore(std::move(writer)));
}

void HistoryStore::record(Batch batch)
{
    m_writer->record(std::move(batch));
}

std::uint64_t HistoryStore::generation() const noexcept
{
    return m_writer->generation();
}

Result<void> HistoryStore::flush()
{
    return m_writer->flush();
}

StoreStatus HistoryStore::status() const
{
    return m_writer->status();
}

} // namespace lockkeeper::history
