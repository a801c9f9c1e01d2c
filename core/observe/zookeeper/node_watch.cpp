// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/zookeeper/node_watch.h"

#include "core/config/ensemble.h"
#include "core/observe/waits/wait_graph.h"
#include "core/observe/zookeeper/node_facts.h"
#include "core/observe/zookeeper/node_reader.h"
#include "core/observe/zookeeper/recipes.h"
#include "core/redis/glob.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace lockkeeper::observe {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kMostNodesUnasked = 200'000;
constexpr std::size_t kMostNodes = 5'000'000;
constexpr std::size_t kMostBytesUnasked = std::size_t{256} << 20U;
constexpr std::size_t kMostBytes = std::size_t{2} << 30U;
/// While nodes are listed, more than these and ten per node read are not believed.
constexpr std::size_t kMostChanges = 1'000'000;
/// Then an ensemble with too many nodes is listed again.
constexpr std::chrono::minutes kTooManyPause{1};
constexpr std::size_t kMostHeld = 64;
/// A circle counts once its nodes have stood this long: busy programs form short ones.
constexpr milliseconds kStanding{3000};
constexpr std::size_t kVoter = 0;

/// Paths that contain all locks of the patterns; the root's is empty.
std::vector<std::string> rootsOf(const config::Deployment& deployment)
{
    const std::string& chroot = deployment.otherStore()->root;
    std::vector<std::string> roots;
    for (const std::string& pattern : deployment.patterns) {
        const std::string prefix = redis::fixedPrefix(pattern);
        const std::string parent(parentOf(prefix));
        const std::string root = prefix == pattern ? prefix : parent;
        roots.push_back(root.starts_with(chroot) ? root : chroot);
        if (prefix == pattern) // kazoo's semaphore has its queue beside it
            roots.push_back(roots.back() + "-__lock__");
    }
    if (roots.empty())
        roots.push_back(chroot);
    std::ranges::sort(roots);
    std::vector<std::string> apart; // no path is below another
    for (const std::string& root : roots) {
        if (std::ranges::none_of(apart, [&](const std::string& above) {
                return root == above || root.starts_with(above + "/");
            }))
            apart.push_back(root);
    }
    return apart;
}

/// Capped for all ensembles: one leader serves every client.
std::uint32_t requestsPerSecond(const config::Thresholds& thresholds)
{
    constexpr std::uint32_t kMost = 5000;
    return thresholds.commandsPerSecond == 0 ? kMost
                                             : std::min(kMost, thresholds.commandsPerSecond);
}

class NodeWaits {
public:
    void set(const Resource& resource, const NodeLock* lock,
        const std::optional<Fingerprint>& token, const SessionLook& sessions, SteadyTime now)
    {
        const auto known = m_lines.find(resource);
        Line line;
        line.list = m_lists;
        if (lock != nullptr)
            line.seen = seenOf(*lock, *token);
        if (known != m_lines.end() && lock != nullptr) {
            known->second.list = m_lists;
            // New data of a holder don't change the queue: words for 100 waiters take 0.2 ms.
            if (known->second.seen == line.seen)
                return;
        }
        if (lock != nullptr)
            takeLine(line, *lock, *token, now);
        for (std::size_t i = 0; i < line.waiters.size(); ++i)
            addSession(line.waiters[i].queued->holder, sessions.find(line.sessions[i]));
        if (known == m_lines.end() ? line == Line() : known->second == line) {
            if (known != m_lines.end())
                known->second.seen = std::move(line.seen);
            return;
        }
        m_changed.insert(resource);
        if (known != m_lines.end())
            keepTimes(line, known->second);
        if (line == Line())
            m_lines.erase(known);
        else
            m_lines[resource] = std::move(line);
    }
    /// A lock not set in between is gone. The others keep their times.
    void beginList() noexcept { ++m_lists; }
    void endList()
    {
        std::erase_if(m_lines, [this](const auto& line) {
            const bool isGone = line.second.list != m_lists;
            if (isGone)
                m_changed.insert(line.first);
            return isGone;
        });
    }
    void clear()
    {
        beginList();
        endList();
    }
    /// The next set() of each lock looks at its sessions.
    void noteSessions() noexcept { ++m_sessionLooks; }
    [[nodiscard]] std::set<Resource> takeChanged() { return std::exchange(m_changed, {}); }

    struct Found {
        WaitsPtr waits;
        bool areSomeYoung = false;
    };
    /// All changes before `known` are known. No deadlock is certain, as another thread of a session
    /// may be the holder.
    [[nodiscard]] Found all(SteadyTime known, const HolderOf& holderOf) const
    {
        std::map<std::int64_t, std::vector<const Line*>> held;
        for (const auto& [resource, line] : m_lines) {
            for (const std::int64_t session : line.holders)
                held[session].push_back(&line);
        }
        std::vector<Waiter> all;
        for (const auto& [resource, line] : m_lines) {
            for (std::size_t i = 0; i < line.waiters.size(); ++i) {
                Waiter& waiter = all.emplace_back(line.waiters[i]);
                waiter.until = known - kStanding;
                waiter.announced.holding = holdingOf(line, i, held[line.sessions[i]]);
                waiter.announced.isHoldingCertain = false;
            }
        }
        if (all.empty())
            return {noWaits()};
        auto found = findDeadlocks(all, [&](const Resource& resource) {
            const auto line = m_lines.find(resource);
            return line != m_lines.end() && line->second.isStopping ? holderOf(resource)
                                                                    : std::nullopt;
        });
        return {std::make_shared<const Waits>(std::move(all), std::move(found.deadlocks)),
            !found.unconfirmed.empty()};
    }

private:
    /// A line depends on nothing else.
    struct Seen {
        std::optional<Fingerprint> token{};
        FormatPtr format{};
        LockMode mode{};
        std::uint64_t sessionLooks = 0;
        std::vector<std::pair<std::int64_t, std::int64_t>> nodes{}; ///< czxid and mzxid
        friend bool operator==(const Seen&, const Seen&) = default;
    };
    struct Line {
        Seen seen{};
        std::optional<Fingerprint> token{};
        std::vector<std::int64_t> holders{}; ///< exclusive holders' sessions
        std::int64_t heldBy = 0; ///< czxid of the holder's node
        bool isStopping = false;
        std::vector<std::int64_t> sessions{};
        std::vector<Waiter> waiters{};
        std::uint64_t list = 0;
        friend bool operator==(const Line& a, const Line& b)
        {
            return a.token == b.token && a.holders == b.holders && a.sessions == b.sessions
                && a.waiters == b.waiters;
        }
    };
    [[nodiscard]] Seen seenOf(const NodeLock& lock, const Fingerprint& token) const
    {
        Seen seen{token, lock.format, lock.mode, m_sessionLooks};
        for (const NodePlace& place : lock.waiters)
            seen.nodes.emplace_back(place.node->stat.czxid, place.node->stat.mzxid);
        return seen;
    }
    static void takeLine(Line& line, const NodeLock& lock, const Fingerprint& token, SteadyTime now)
    {
        line.token = token;
        line.heldBy = lock.holders.front().node->stat.czxid;
        line.isStopping = stopsWaiters(lock);
        line.waiters = waitersOf(lock, now);
        for (const NodePlace& place : lock.waiters)
            line.sessions.push_back(place.node->stat.ephemeralOwner);
        const bool isAlone = lock.mode == LockMode::Exclusive || lock.mode == LockMode::Write;
        if (isAlone && lock.holders.front().node->isEphemeral())
            line.holders.push_back(lock.holders.front().node->stat.ephemeralOwner);
    }
    /// What a waiter's thread may hold: its session's locks by nodes older than the wait. nullopt:
    /// unknown, as the session holds this lock itself, or too many.
    [[nodiscard]] static std::optional<std::vector<Fingerprint>> holdingOf(
        const Line& line, std::size_t waiter, const std::vector<const Line*>& held)
    {
        std::vector<Fingerprint> tokens;
        if (held.size() > kMostHeld || std::ranges::find(held, &line) != held.end())
            return std::nullopt;
        for (const Line* const other : held) {
            if (other->heldBy < line.seen.nodes[waiter].first)
                tokens.push_back(*other->token);
        }
        return tokens;
    }
    static void keepTimes(Line& line, const Line& before)
    {
        for (Waiter& waiter : line.waiters) {
            const auto same = std::ranges::find(before.waiters, waiter.announced.id,
                [](const Waiter& one) { return one.announced.id; });
            if (same != before.waiters.end())
                waiter.from = same->from;
        }
    }

    std::map<Resource, Line> m_lines;
    std::set<Resource> m_changed;
    std::uint64_t m_sessionLooks = 0;
    std::uint64_t m_lists = 0;
};

class NodeWatch final : public StoreWatch {
public:
    explicit NodeWatch(StoreWatchInputs inputs)
        : StoreWatch(std::move(inputs),
            {.evidence =
                    [this](const LockEntry& entry) {
                        return m_sessions ? m_facts.evidenceOf(entry, *m_sessions)
                                          : std::vector<Evidence>();
                    }})
        , m_roots(rootsOf(m_deployment))
    { }
    ~NodeWatch() override { m_loop.stop(); }
    NodeWatch(const NodeWatch&) = delete;
    NodeWatch& operator=(const NodeWatch&) = delete;

    void refresh() override
    {
        m_board.republishAll();
        if (m_isListed)
            list();
    }

private:
    void connect() override;
    void tick() override;
    void setMasters(BoardUpdate& update) override;
    void onSession();
    void listAfter(const Result<void>& caughtUp);
    void onEvent(const zookeeper::Event& event);
    void onWatched(Result<void> watched);
    void list();
    void giveUpIfEndless();
    void followLink();
    void finishList();
    [[nodiscard]] bool isListDue() const;
    [[nodiscard]] Error tooManyNodes() const;
    void look(const std::string& path);
    void lookAtDirty();
    void lookAtExpired();
    void askForSessions();
    void lookAtLocksOf(const std::set<std::int64_t>& sessions);
    void listen();
    void followWaits();
    [[nodiscard]] bool isConfirming();
    [[nodiscard]] std::optional<LockHolder> holderOfLock(const Resource& resource) const;
    [[nodiscard]] bool isLookOver();
    [[nodiscard]] MasterStatus status() const;
    [[nodiscard]] bool isUp() const { return m_client->status().isUp(); }
    [[nodiscard]] bool isFollowed() const
    {
        return m_isListed && !m_noPush && m_options.isPushWanted;
    }
    [[nodiscard]] bool isWanted(const std::string& lock) const;

    const std::vector<std::string> m_roots;
    NodeWaits m_waiters;
    NodeFacts m_facts;
    std::unique_ptr<SessionLook> m_sessions;
    NodeTree m_tree;
    std::unique_ptr<zookeeper::Client> m_client;
    std::unique_ptr<NodeReader> m_reader; ///< destroyed before the client, which calls it
    std::set<std::string> m_dirty;
    std::optional<Error> m_noPush;
    std::optional<Error> m_listError;
    bool m_isListing = false;
    bool m_isListed = false; ///< over this connection
    bool m_wasUp = false;
    bool m_isListening = false;
    struct Heard {
        SteadyTime asOf; ///< changes until then were reported
        std::uint64_t reads; ///< and are known once so many reads have ended
    };
    std::optional<Heard> m_heard;
    SteadyTime m_listedAt{};
    SteadyTime m_nextRetry{};
    SteadyTime m_listBegan{};
    SteadyTime m_known{}; ///< start of the latest whole list
    std::int64_t m_zxid = 0;
    std::size_t m_changes = 0; ///< reported since list()
    SteadyTime m_since = SteadyTime::max(); ///< changes since then were reported
    SteadyTime m_until = SteadyTime::min(); ///< changes until then were reported
    SteadyTime m_nextListen{};
    SteadyTime m_nextSearch = SteadyTime::max(); ///< for young circles
    bool m_isConfirmed = false;
};

void NodeWatch::connect()
{
    if (!m_formats)
        return;
    const config::MasterConfig& master = m_deployment.masters.front();
    m_client = std::make_unique<zookeeper::Client>(m_loop,
        zookeeper::ClientOptions{.servers = config::serversOf(master),
            .master = master.id,
            .connectTimeout = m_deployment.timeout,
            .timeout = m_deployment.timeout,
            .onSession = [this] { onSession(); },
            .onEvent = [this](const zookeeper::Event& event) { onEvent(event); }});
    m_reader = std::make_unique<NodeReader>(*m_client, m_tree, m_clock,
        NodeReader::Limits{.requestsPerSecond = requestsPerSecond(m_deployment.thresholds),
            .nodes = m_deployment.patterns.empty() ? kMostNodesUnasked : kMostNodes,
            .bytes = m_deployment.patterns.empty() ? kMostBytesUnasked : kMostBytes},
        [this](const std::string& path) {
            if (!m_isListing)
                m_dirty.insert(path);
        });
    m_sessions = std::make_unique<SessionLook>(m_loop, m_clock,
        SessionLook::Inputs{.servers = config::serversOf(master),
            .master = master.id,
            .adminPort = config::adminPortOf(master),
            .limits = {.time = m_deployment.timeout},
            .onLooked = [this](const std::set<std::int64_t>& changed) {
                lookAtLocksOf(changed);
                if (m_lookedAtOnce)
                    tick();
            }});
}

void NodeWatch::onSession()
{
    m_noPush.reset();
    m_since = m_clock.now();
    m_tree.clear();
    m_sessions->forgetRefusals();
    m_client->getData(
        "/zookeeper/config", [this](const Result<std::optional<zookeeper::NodeData>>& config) {
            if (config && *config)
                m_sessions->setServers(
                    std::max<std::size_t>(zookeeper::serversInConfig((*config)->data), 1));
        });
    if (m_options.isPushWanted) {
        for (const std::string& root : m_roots)
            m_client->addWatch(root.empty() ? "/" : root,
                [this](Result<void> watched) { onWatched(std::move(watched)); });
    }
    if (m_zxid == 0)
        return list();
    m_client->sync("/", [this](const Result<void>& caughtUp) { listAfter(caughtUp); });
}

/// Transaction numbers only grow, so an ensemble with a lower one was restored without the last
/// transactions. A server behind its leader looks the same until it has caught up.
void NodeWatch::listAfter(const Result<void>& caughtUp)
{
    if (!caughtUp && !isDefinite(caughtUp.error().kind))
        return; // the next session lists
    if (caughtUp && m_client->zxid() < m_zxid)
        m_board.votes().noteRestart(kVoter, m_clock.now());
    if (caughtUp)
        m_zxid = m_client->zxid();
    list();
}

void NodeWatch::onWatched(Result<void> watched)
{
    if (watched || watched.error().kind == ErrorClass::ConnectionLost)
        return;
    m_noPush = std::move(watched.error());
    if (m_noPush->kind == ErrorClass::Unsupported)
        m_noPush->text = trNoop(
            "servers before 3.6 do not tell of changes: they are looked at now and then", "data");
}

void NodeWatch::list()
{
    m_heard.reset();
    m_dirty.clear();
    m_listError.reset();
    m_isListing = true;
    m_listBegan = m_clock.now();
    m_changes = 0;
    m_reader->clear();
    m_board.beginSweep(kVoter);
    for (const std::string& root : m_roots) {
        m_tree.add(root);
        m_reader->readBelow(root);
    }
}

/// Endless changes would keep the reader busy for ever.
void NodeWatch::giveUpIfEndless()
{
    if (m_isListing && ++m_changes > kMostChanges + 10 * m_reader->nodesRead())
        m_reader->stop(Error{ErrorClass::ServerError,
            trNoop("it reports changes faster than they can be read", "data"),
            m_deployment.masters.front().id});
}

void NodeWatch::onEvent(const zookeeper::Event& event)
{
    if (!m_options.isPushWanted)
        return;
    giveUpIfEndless();
    const std::string path = event.path == "/" ? std::string() : event.path;
    switch (event.type) {
    case zookeeper::EventType::Created:
        return m_reader->readNew(path);
    case zookeeper::EventType::Changed:
        if (m_tree.find(path) != nullptr)
            m_reader->readData(path);
        return;
    case zookeeper::EventType::Deleted:
        if (m_reader->noteDeleted(path) && !m_isListing)
            m_dirty.insert(path);
        return;
    case zookeeper::EventType::Child:
    case zookeeper::EventType::None:
        return;
    }
}

void NodeWatch::tick()
{
    scheduleTick();
    const SteadyTime now = m_clock.now();
    if (m_client) {
        m_reader->tick();
        followLink();
        listen();
    }
    const bool isSpoilt = m_isListed && (m_reader->hasTooMany() || m_reader->failure());
    if ((m_isListing || isSpoilt) && m_reader->isIdle())
        finishList();
    lookAtDirty();
    lookAtExpired();
    if (m_isListed && now >= m_nextRetry) {
        m_nextRetry = now + m_options.retryRefused;
        m_reader->retryRefused();
    }
    askForSessions();
    followWaits();
    keepPace(now);
    if (!m_lookedAtOnce)
        publish(now); // each tick may: not at a time that depends on its work
    else if (isLookOver())
        finishLook();
}

void NodeWatch::followLink()
{
    const redis::LinkStatus link = m_client->status();
    const bool isUpNow = link.isUp();
    if (std::exchange(m_wasUp, isUpNow) && !isUpNow) {
        m_isListed = false;
        m_isListing = false;
        m_heard.reset();
        m_dirty.clear();
        m_waiters.clear();
        m_board.failMaster(kVoter,
            link.error.value_or(Error{ErrorClass::Unreachable, "", m_deployment.masters[0].id}));
    }
    if (isUpNow && !m_isListing && !m_lookedAtOnce && isListDue())
        list();
}

bool NodeWatch::isListDue() const
{
    const auto pause = m_clock.now() - m_listedAt;
    if (m_reader->hasTooMany())
        return pause >= kTooManyPause;
    return (m_noPush || !m_options.isPushWanted || m_reader->failure())
        && pause >= m_deployment.interval;
}

Error NodeWatch::tooManyNodes() const
{
    const bool isUnasked = m_deployment.patterns.empty();
    return {ErrorClass::TooManyKeys,
        absl::Substitute(
            trNoop("there are more than $0 nodes, or $1 MB of names and data: name a part of them "
                   "by a pattern, such as --match '/locks/*'",
                "data"),
            isUnasked ? kMostNodesUnasked : kMostNodes,
            (isUnasked ? kMostBytesUnasked : kMostBytes) >> 20U),
        m_deployment.masters.front().id};
}

void NodeWatch::finishList()
{
    m_isListing = false;
    m_listedAt = m_clock.now();
    m_isListed = m_isListed && !m_reader->failure() && !m_reader->hasTooMany();
    if (m_reader->failure()) {
        // A new connection lists everything again.
        if (isUp())
            m_listError = m_reader->failure();
        return;
    }
    if (m_reader->hasTooMany()) {
        m_listError = tooManyNodes();
        return;
    }
    m_known = m_listBegan;
    if (m_nextSearch != SteadyTime::max())
        m_nextSearch = m_listedAt;
    m_waiters.beginList();
    m_facts.beginList();
    m_tree.visit([this](const std::string& path, const Node&) { look(path); });
    m_facts.endList();
    m_waiters.endList();
    m_board.endSweep(kVoter);
    m_isListed = true;
    m_zxid = std::max(m_zxid, m_client->zxid());
    m_until = std::max(m_until, m_since);
}

bool NodeWatch::isWanted(const std::string& lock) const
{
    return m_deployment.patterns.empty() || redis::anyGlobMatches(m_deployment.patterns, lock);
}

void NodeWatch::look(const std::string& path)
{
    const SteadyTime now = m_clock.now();
    const std::string name = lockNameOf(path);
    const auto lock = recogniseLock(m_tree, path);
    const WallTime wallNow = m_clock.wallNow();
    const bool isOver = lock && lock->until && *lock->until <= wallNow;
    const bool isLock = lock && !isOver && isWanted(name);
    KeyReading reading{.key = name, .ttl = {}, .readAt = now};
    if (isLock)
        reading = readingOf(*lock, now, wallNow);
    else if (m_board.find(name) == nullptr)
        return;
    const Node* const node = m_tree.find(path);
    if (node != nullptr && node->isPartial && m_reader->refusal())
        return m_board.fail(kVoter, name, *m_reader->refusal());
    m_waiters.set(
        Resource(name), isLock ? &*lock : nullptr, reading.fingerprint(), *m_sessions, now);
    m_facts.set(name, isLock ? &*lock : nullptr, isFollowed(), m_clock.wallNow());
    m_facts.complete(reading, *m_sessions);
    if (m_options.onReading)
        m_options.onReading(reading);
    m_board.read(kVoter, reading);
}

/// No server reports that a stored end has passed.
void NodeWatch::lookAtExpired()
{
    for (const ExpiredVote& expired : m_board.takeExpired())
        look(expired.key == "/" ? std::string() : expired.key);
}

void NodeWatch::lookAtDirty()
{
    if (m_isListing || m_dirty.empty())
        return;
    std::set<std::string> locks;
    for (const std::string& path : std::exchange(m_dirty, {})) {
        for (std::string& lock : concernedLocks(path))
            locks.insert(std::move(lock));
    }
    for (const std::string& lock : locks)
        look(lock);
}

void NodeWatch::askForSessions()
{
    if (isUp() && m_isListed)
        m_sessions->tick(m_facts.sessions());
}

void NodeWatch::lookAtLocksOf(const std::set<std::int64_t>& sessions)
{
    if (sessions.empty())
        return;
    m_waiters.noteSessions();
    if (!m_isListed)
        return;
    const std::set<std::string> locks = m_facts.locksOf(sessions);
    for (const std::string& lock : locks)
        look(lock == "/" ? std::string() : lock);
    m_board.reassess(0, std::set<Resource>(locks.begin(), locks.end()));
}

/// Asks once a second. Events precede the answer: once their reads end, everything before the
/// question is known.
void NodeWatch::listen()
{
    const SteadyTime now = m_clock.now();
    if (m_heard && !m_reader->failure() && m_reader->haveEnded(m_heard->reads))
        m_until = std::max(m_until, std::exchange(m_heard, std::nullopt)->asOf);
    if (!isUp() || !m_isListed || m_isListening || m_heard || now < m_nextListen || m_lookedAtOnce)
        return;
    m_isListening = true;
    m_nextListen = now + m_deployment.interval;
    m_client->exists("/", [this, now](const Result<std::optional<zookeeper::Stat>>& answer) {
        m_isListening = false;
        if (answer)
            m_zxid = std::max(m_zxid, m_client->zxid());
        if (answer && !m_noPush)
            m_heard = {now, m_reader->asked()};
    });
}

void NodeWatch::followWaits()
{
    const SteadyTime now = m_clock.now();
    const std::set<Resource> changed = m_waiters.takeChanged();
    const bool isNews = now >= m_nextSearch && (!m_lookedAtOnce || m_isConfirmed);
    if (changed.empty() && !isNews)
        return;
    NodeWaits::Found found = m_waiters.all(isFollowed() ? now : m_known,
        [this](const Resource& resource) { return holderOfLock(resource); });
    if (!found.areSomeYoung)
        m_nextSearch = SteadyTime::max();
    else if (m_nextSearch <= now || m_nextSearch == SteadyTime::max())
        m_nextSearch = now + kStanding;
    if (changed.empty() && *found.waits == *m_waits)
        return;
    m_waits = std::move(found.waits);
    std::set<Resource> concerned = m_waits->resources();
    concerned.insert(changed.begin(), changed.end());
    m_board.reassess(0, concerned);
}

/// (a single look) Looks for a circle again after kStanding.
bool NodeWatch::isConfirming()
{
    if (!m_isListed || m_isConfirmed || m_nextSearch == SteadyTime::max())
        return false;
    if (m_clock.now() >= m_nextSearch) {
        m_isConfirmed = true;
        list();
    }
    return true;
}

std::optional<LockHolder> NodeWatch::holderOfLock(const Resource& resource) const
{
    const LockEntryPtr entry = m_board.find(resource.value());
    const auto token = entry ? leadingToken(entry->votes) : std::nullopt;
    if (!token)
        return std::nullopt;
    return LockHolder{.token = *token, .firstSeen = entry->firstSeen, .lastSeen = m_clock.now()};
}

MasterStatus NodeWatch::status() const
{
    const config::MasterConfig& master = m_deployment.masters.front();
    MasterStatus status;
    status.id = master.id;
    status.url = master.label();
    if (!m_client)
        return status;
    status.link = m_client->status();
    status.isSweepComplete = m_isListed;
    status.sweepError = m_listError;
    status.keysRead = m_reader->nodesRead();
    status.isSweeping = m_isListing;
    status.isPushed = isUp() && isFollowed();
    status.pushError = m_noPush;
    status.unreadKeys = m_reader->refused();
    status.readError = m_reader->refusal();
    status.sessionsError = m_sessions->error();
    status.loss = m_board.votes().latestLoss(kVoter);
    const std::string& root = master.ensemble->root;
    if (m_isListed && m_deployment.patterns.empty() && !root.empty()
        && m_tree.find(root) == nullptr) {
        ++status.unreadKeys; // a mistyped path must not look like one without locks
        status.readError = zookeeper::missingRoot(root, master.id);
        status.isUnreadable = true;
    }
    if (m_isListed) {
        status.freshness
            = status.isPushed ? Freshness{m_since, m_until} : Freshness{m_listedAt, m_listedAt};
        // Stale once the next answer or list is overdue.
        if (isUp())
            status.freshness.until += 2 * m_deployment.interval + m_deployment.timeout;
    }
    return status;
}

void NodeWatch::setMasters(BoardUpdate& update)
{
    update.masters.push_back(status());
    update.isComplete = update.isComplete && m_isListed;
    if (m_listError && m_listError->kind == ErrorClass::TooManyKeys)
        update.error = m_listError;
}

bool NodeWatch::isLookOver()
{
    const bool isSettled = !m_client || status().isSettled() || m_listError;
    return isSettled && !m_isListing && (!m_isListed || !isUp() || m_sessions->isSettled())
        && !isConfirming();
}

} // namespace

std::unique_ptr<StoreWatch> watchZooKeeper(StoreWatchInputs inputs)
{
    return std::make_unique<NodeWatch>(std::move(inputs));
}

} // namespace lockkeeper::observe
