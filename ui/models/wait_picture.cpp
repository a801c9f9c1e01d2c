// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/wait_picture.h"

#include "ui/models/words/entry_words.h"
#include "ui/models/words/words.h"
#include "ui/models/words/words_context.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockkeeper::ui {
namespace {

constexpr std::size_t kNoLock = static_cast<std::size_t>(-1);

/// Of the locks that a waiter is known to hold.
std::vector<Fingerprint> tokensOf(const observe::Waiter& waiter)
{
    auto tokens = waiter.announced.holding.value_or(std::vector<Fingerprint>());
    if (waiter.queued && waiter.queued->token)
        tokens.push_back(*waiter.queued->token);
    return tokens;
}

/// The locks and who holds up whom, without places.
class Chains {
public:
    Chains(const observe::Waits& waits, const PicturedHolderOf& holderOf);

    [[nodiscard]] WaitPicture laidOut(std::size_t most) &&;

private:
    void addLocks(const observe::Waits& waits, const PicturedHolderOf& holderOf);
    void addDeadlocks(const observe::Waits& waits);
    void addEdges(const observe::Waits& waits);
    void addEdge(std::size_t from, std::size_t to, bool isInCircle);
    /// True if the lock is held up by `other`, however many locks are between them.
    [[nodiscard]] bool isBehind(std::size_t lock, std::size_t other) const;
    /// A lock and all that are behind it, each before those that wait for it.
    [[nodiscard]] std::vector<std::size_t> treeOf(std::size_t root) const;
    [[nodiscard]] std::vector<std::vector<std::size_t>> trees() const;
    /// Keeps the first `size` locks of a tree.
    void cut(std::vector<std::size_t>& tree, std::size_t size);
    /// Gives the locks of a tree their places, in the rows from `row` on. Returns the next one.
    double place(const std::vector<std::size_t>& tree, double row);

    std::vector<WaitPicture::Node> m_locks;
    std::map<Resource, std::size_t> m_byName;
    std::multimap<Fingerprint, std::size_t> m_held; ///< locks by the token of their holder
    std::vector<WaitPicture::Edge> m_edges;
    std::vector<std::size_t> m_before; ///< by lock: the one that it is drawn behind
    std::vector<std::vector<std::size_t>> m_behind; ///< the other way round
};

Chains::Chains(const observe::Waits& waits, const PicturedHolderOf& holderOf)
{
    addLocks(waits, holderOf);
    m_before.assign(m_locks.size(), kNoLock);
    m_behind.resize(m_locks.size());
    addDeadlocks(waits);
    addEdges(waits);
}

void Chains::addLocks(const observe::Waits& waits, const PicturedHolderOf& holderOf)
{
    for (const Resource& resource : waits.resources()) {
        PicturedHolder holder = holderOf(resource);
        if (holder.token)
            m_held.emplace(*holder.token, m_locks.size());
        m_byName.emplace(resource, m_locks.size());
        m_locks.push_back({.resource = resource,
            .holder = std::move(holder.sentence),
            .waiting = waits.countFor(resource)});
    }
}

/// The proposed lock is on the left; the others of the circle are drawn behind it, and the edge
/// from it closes the circle.
void Chains::addDeadlocks(const observe::Waits& waits)
{
    for (const observe::Deadlock& deadlock : waits.deadlocks()) {
        const std::size_t count = deadlock.links.size();
        for (std::size_t i = 1; i <= count; ++i) {
            const std::size_t at = (deadlock.proposed + i) % count;
            const auto from = m_byName.find(deadlock.links[at].resource);
            const auto to = m_byName.find(deadlock.links[(at + 1) % count].resource);
            if (from == m_byName.end() || to == m_byName.end())
                continue;
            m_locks[from->second].isInCircle = true;
            m_locks[from->second].isCertain = deadlock.isCertain;
            if (i < count)
                addEdge(from->second, to->second, true);
            else
                m_edges.push_back({from->second, to->second, true});
        }
    }
}

void Chains::addEdges(const observe::Waits& waits)
{
    std::set<std::pair<std::size_t, std::size_t>> known;
    for (const WaitPicture::Edge& edge : m_edges)
        known.emplace(edge.from, edge.to);
    for (const observe::Waiter& waiter : waits.waiters()) {
        if (waiter.isGone())
            continue;
        for (const Fingerprint& token : tokensOf(waiter)) {
            const auto [first, last] = m_held.equal_range(token);
            for (auto held = first; held != last; ++held) {
                for (const Resource& resource : waiter.announced.resources) {
                    const std::size_t to = m_byName.at(resource);
                    if (known.emplace(held->second, to).second)
                        addEdge(held->second, to, false);
                }
            }
        }
    }
}

void Chains::addEdge(std::size_t from, std::size_t to, bool isInCircle)
{
    m_edges.push_back({from, to, isInCircle});
    if (m_before[from] != kNoLock || from == to || isBehind(to, from))
        return; // it has its place
    m_before[from] = to;
    m_behind[to].push_back(from);
}

bool Chains::isBehind(std::size_t lock, std::size_t other) const
{
    while (lock != kNoLock && lock != other)
        lock = m_before[lock];
    return lock == other;
}

std::vector<std::size_t> Chains::treeOf(std::size_t root) const
{
    std::vector<std::size_t> tree;
    std::vector<std::size_t> next{root};
    while (!next.empty()) {
        const std::size_t lock = next.back();
        next.pop_back();
        tree.push_back(lock);
        next.insert(next.end(), m_behind[lock].rbegin(), m_behind[lock].rend());
    }
    return tree;
}

std::vector<std::vector<std::size_t>> Chains::trees() const
{
    std::vector<bool> isConnected(m_locks.size(), false);
    for (const WaitPicture::Edge& edge : m_edges)
        isConnected[edge.from] = isConnected[edge.to] = true;
    std::vector<std::vector<std::size_t>> trees;
    for (std::size_t lock = 0; lock < m_locks.size(); ++lock) {
        if (isConnected[lock] && m_before[lock] == kNoLock)
            trees.push_back(treeOf(lock));
    }
    const auto weight = [this](const std::vector<std::size_t>& tree) {
        std::size_t waiting = 0;
        for (const std::size_t lock : tree)
            waiting += m_locks[lock].waiting.least;
        return std::tuple(!m_locks[tree.front()].isInCircle, -static_cast<std::ptrdiff_t>(waiting),
            m_locks[tree.front()].resource.value());
    };
    std::ranges::sort(trees, {}, weight);
    return trees;
}

void Chains::cut(std::vector<std::size_t>& tree, std::size_t size)
{
    for (std::size_t i = size; i < tree.size(); ++i) {
        if (const std::size_t before = m_before[tree[i]]; before != kNoLock)
            std::erase(m_behind[before], tree[i]);
    }
    tree.resize(size);
}

double Chains::place(const std::vector<std::size_t>& tree, double row)
{
    for (const std::size_t lock : tree) {
        if (m_before[lock] != kNoLock)
            m_locks[lock].column = m_locks[m_before[lock]].column + 1;
        if (m_behind[lock].empty())
            m_locks[lock].row = row++;
    }
    for (auto lock = tree.rbegin(); lock != tree.rend(); ++lock) {
        const auto& behind = m_behind[*lock];
        if (!behind.empty())
            m_locks[*lock].row = (m_locks[behind.front()].row + m_locks[behind.back()].row) / 2;
    }
    return row;
}

WaitPicture Chains::laidOut(std::size_t most) &&
{
    WaitPicture picture;
    std::vector<std::size_t> places(m_locks.size(), kNoLock);
    double row = 0;
    for (auto& tree : trees()) {
        // Part of a tree would say that nobody holds up the rest. One that is too large is drawn
        // alone, without its ends.
        const bool isFirst = picture.nodes.empty();
        if (picture.nodes.size() + tree.size() > most) {
            const std::size_t kept = isFirst ? most : 0;
            picture.leftOut += tree.size() - kept;
            cut(tree, kept);
        }
        if (tree.empty())
            continue;
        row = place(tree, row);
        for (const std::size_t lock : tree) {
            places[lock] = picture.nodes.size();
            picture.nodes.push_back(std::move(m_locks[lock]));
        }
    }
    for (const WaitPicture::Edge& edge : m_edges) {
        if (places[edge.from] != kNoLock && places[edge.to] != kNoLock)
            picture.edges.push_back({places[edge.from], places[edge.to], edge.isInCircle});
    }
    return picture;
}

} // namespace

PicturedHolder picturedHolder(const LockRow* row, bool isComplete, SteadyTime now, WallTime wallNow)
{
    if (!row && !isComplete)
        return {{}, Words::tr("not known"), Words::tr("holder not known")};
    if (!row)
        return {{}, Words::tr("nobody seen"), Words::tr("nobody is seen to hold it")};
    if (row->isGone() || row->judgement.verdict == observe::Verdict::Free)
        return {{}, Words::tr("nobody"), Words::tr("nobody holds it")};
    if (const QString revoked = revokedText(*row->entry, now, wallNow); !revoked.isEmpty())
        return {{}, Words::tr("nobody: %1").arg(revoked), Words::tr("nobody: %1").arg(revoked)};
    observe::DecodedLock lock = row->entry->unpackLock();
    lock.waiting = {}; // they are counted beside it
    const QString holder = holderByVotes(*row->entry, row->judgement, holderText(lock));
    return {row->judgement.token, holder, Words::tr("held by %1").arg(holder)};
}

WaitPicture pictureOf(
    const observe::Waits& waits, const PicturedHolderOf& holderOf, std::size_t most)
{
    return Chains(waits, holderOf).laidOut(most);
}

} // namespace lockkeeper::ui
