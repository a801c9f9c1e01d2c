// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/wait_picture.h"

#include "core/text/natural_order.h"
#include "core/words/wait_words.h"
#include "ui/models/words/entry_words.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"

#include <QTransform>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

constexpr std::size_t kNoLock = static_cast<std::size_t>(-1);
constexpr double kRingHeight = 2; ///< rows from a ring's centre to its top
constexpr double kRingRows = 1.5; ///< rows between locks of a ring that share columns
constexpr double kAroundPair = 0.9; ///< rows around a pair, for curved arrows

std::vector<Fingerprint> tokensOf(const observe::Waiter& waiter)
{
    auto tokens = waiter.announced.holding.value_or(std::vector<Fingerprint>());
    if (waiter.queued && waiter.queued->token)
        tokens.push_back(*waiter.queued->token);
    return tokens;
}

struct Place {
    double column;
    double row;
};

/// Clockwise around (0, 0).
std::vector<Place> ringOf(std::size_t count)
{
    std::vector<Place> places(count, Place{0, 0});
    const auto size = static_cast<double>(count);
    // An even ring has a side on top.
    const double first = (count % 2 == 0 ? -1 / size : 0) - 0.5;
    const auto areApart = [&places] {
        for (std::size_t i = 0; i < places.size(); ++i) {
            for (std::size_t j = i + 1; j < places.size(); ++j) {
                if (std::abs(places[i].column - places[j].column) < 0.999
                    && std::abs(places[i].row - places[j].row) < kRingRows)
                    return false;
            }
        }
        return true;
    };
    for (double width = 0.5; !areApart(); width += 0.05) {
        const double height
            = std::min(width * WaitPicture::kColumnRows, std::max(kRingHeight, size / 4));
        for (std::size_t i = 0; i < count; ++i) {
            const double angle = std::numbers::pi * (first + 2 * static_cast<double>(i) / size);
            places[i] = {width * std::cos(angle), height * std::sin(angle)};
        }
    }
    return places;
}

class Chains {
public:
    Chains(const observe::Waits& waits, const PicturedHolderOf& holderOf);

    [[nodiscard]] WaitPicture laidOut(WallTime now, std::size_t most) &&;

private:
    struct Edge {
        std::size_t from;
        std::size_t to;
        bool isInCircle = false;
        std::vector<const observe::Waiter*> waiters{};
    };

    void addLocks(const observe::Waits& waits, const PicturedHolderOf& holderOf);
    void addDeadlock(const observe::Waits& waits, const observe::Deadlock& deadlock);
    void addWaiters(const observe::Waits& waits);
    void addEdge(std::size_t from, std::size_t to, const observe::Waiter& waiter, bool isInCircle);
    [[nodiscard]] bool isInRing(std::size_t lock) const
    {
        return std::ranges::any_of(
            m_rings, [&](const auto& ring) { return std::ranges::count(ring, lock) > 0; });
    }
    [[nodiscard]] bool isBehind(std::size_t lock, std::size_t other) const;
    [[nodiscard]] std::vector<std::size_t> treeOf(std::vector<std::size_t> roots) const;
    [[nodiscard]] std::vector<std::vector<std::size_t>> trees() const;
    void cut(std::vector<std::size_t>& tree, std::size_t size);
    double place(const std::vector<std::size_t>& tree, double row, double step = 1);
    double placeRing(const std::vector<std::size_t>& ring, double row);
    [[nodiscard]] static WaitPicture::Waiting waitingOf(const Edge& edge, WallTime now);

    std::vector<WaitPicture::Node> m_locks;
    std::map<Resource, std::size_t> m_byName;
    std::multimap<Fingerprint, std::size_t> m_held;
    std::vector<Edge> m_edges;
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> m_known;
    std::vector<std::vector<std::size_t>> m_rings;
    std::vector<std::size_t> m_before; ///< by lock: drawn blocker
    std::vector<std::vector<std::size_t>> m_behind;
};

Chains::Chains(const observe::Waits& waits, const PicturedHolderOf& holderOf)
{
    addLocks(waits, holderOf);
    m_before.assign(m_locks.size(), kNoLock);
    m_behind.resize(m_locks.size());
    for (const observe::Deadlock& deadlock : waits.deadlocks())
        addDeadlock(waits, deadlock);
    addWaiters(waits);
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

void Chains::addDeadlock(const observe::Waits& waits, const observe::Deadlock& deadlock)
{
    const std::size_t count = deadlock.links.size();
    std::vector<std::size_t> ring;
    for (std::size_t i = 0; i < count; ++i) {
        const auto found = m_byName.find(deadlock.links[(deadlock.proposed + i) % count].resource);
        if (found == m_byName.end())
            return;
        ring.push_back(found->second);
    }
    if (std::ranges::none_of(ring, [this](std::size_t lock) { return isInRing(lock); }))
        m_rings.push_back(ring);
    for (std::size_t i = 0; i < count; ++i) {
        m_locks[ring[i]].isInCircle = true;
        m_locks[ring[i]].isCertain = deadlock.isCertain;
        addEdge(ring[i], ring[(i + 1) % count],
            waits.waiters()[deadlock.links[(deadlock.proposed + i) % count].waiter], true);
    }
}

void Chains::addWaiters(const observe::Waits& waits)
{
    for (const observe::Waiter& waiter : waits.waiters()) {
        if (waiter.isGone())
            continue;
        for (const Fingerprint& token : tokensOf(waiter)) {
            const auto [first, last] = m_held.equal_range(token);
            for (auto held = first; held != last; ++held) {
                for (const Resource& resource : waiter.announced.resources)
                    addEdge(held->second, m_byName.at(resource), waiter, false);
            }
        }
    }
}

void Chains::addEdge(
    std::size_t from, std::size_t to, const observe::Waiter& waiter, bool isInCircle)
{
    const auto [known, isNew] = m_known.emplace(std::pair(from, to), m_edges.size());
    if (isNew)
        m_edges.push_back({from, to, isInCircle});
    auto& waiters = m_edges[known->second].waiters;
    if (std::ranges::count(waiters, &waiter) == 0)
        waiters.push_back(&waiter);
    if (!isNew || isInRing(from) || m_before[from] != kNoLock || from == to || isBehind(to, from))
        return;
    m_before[from] = to;
    m_behind[to].push_back(from);
}

bool Chains::isBehind(std::size_t lock, std::size_t other) const
{
    while (lock != kNoLock && lock != other)
        lock = m_before[lock];
    return lock == other;
}

std::vector<std::size_t> Chains::treeOf(std::vector<std::size_t> roots) const
{
    std::vector<std::size_t> tree = std::move(roots);
    std::vector<std::size_t> next;
    const auto addBehind = [&](std::size_t lock) {
        next.insert(next.end(), m_behind[lock].rbegin(), m_behind[lock].rend());
    };
    std::for_each(tree.rbegin(), tree.rend(), addBehind);
    while (!next.empty()) {
        tree.push_back(next.back());
        next.pop_back();
        addBehind(tree.back());
    }
    return tree;
}

std::vector<std::vector<std::size_t>> Chains::trees() const
{
    std::vector<bool> isConnected(m_locks.size(), false);
    for (const Edge& edge : m_edges)
        isConnected[edge.from] = isConnected[edge.to] = true;
    std::vector<std::vector<std::size_t>> trees;
    for (const auto& ring : m_rings)
        trees.push_back(treeOf(ring));
    for (std::size_t lock = 0; lock < m_locks.size(); ++lock) {
        if (isConnected[lock] && m_before[lock] == kNoLock && !isInRing(lock))
            trees.push_back(treeOf({lock}));
    }
    const auto weight = [this](const std::vector<std::size_t>& tree) {
        std::size_t waiting = 0;
        for (const std::size_t lock : tree)
            waiting += m_locks[lock].waiting.least;
        return std::pair(!m_locks[tree.front()].isInCircle, -static_cast<std::ptrdiff_t>(waiting));
    };
    std::ranges::sort(
        trees, NaturalLess(), [this](const auto& tree) { return m_locks[tree.front()].resource; });
    std::ranges::stable_sort(trees, {}, weight);
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

double Chains::place(const std::vector<std::size_t>& tree, double row, double step)
{
    for (const std::size_t lock : tree) {
        if (lock != tree.front())
            m_locks[lock].column = m_locks[m_before[lock]].column + step;
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

double Chains::placeRing(const std::vector<std::size_t>& ring, double row)
{
    const std::vector<Place> places = ringOf(ring.size());
    const auto [top, bottom] = std::ranges::minmax(places, {}, &Place::row);
    const auto [left, right] = std::ranges::minmax(places, {}, &Place::column);
    const double around = ring.size() <= 2 ? kAroundPair : 0;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < ring.size(); ++i) {
        m_locks[ring[i]].column = places[i].column;
        m_locks[ring[i]].row = row + around + places[i].row - top.row;
        order.push_back(ring[i]);
    }
    double end = row + 2 * around + bottom.row - top.row + 1;
    double first = left.column;
    std::ranges::sort(order, {}, [this](std::size_t lock) { return m_locks[lock].row; });
    std::map<bool, double> next{{false, row}, {true, row}};
    for (const std::size_t lock : order) {
        const bool isOnLeft = m_locks[lock].column < -0.001;
        for (const std::size_t behind : m_behind[lock]) {
            const std::vector<std::size_t> tree = treeOf({behind});
            const auto leaves = static_cast<double>(std::ranges::count_if(
                tree, [this](std::size_t each) { return m_behind[each].empty(); }));
            m_locks[behind].column = isOnLeft ? left.column - 1 : right.column + 1;
            double& free = next[isOnLeft];
            free = place(
                tree, std::max(free, m_locks[lock].row - (leaves - 1) / 2), isOnLeft ? -1 : 1);
            end = std::max(end, free);
            for (const std::size_t each : tree)
                first = std::min(first, m_locks[each].column);
        }
    }
    for (const std::size_t lock : treeOf(ring))
        m_locks[lock].column -= first;
    return end;
}

WaitPicture::Waiting Chains::waitingOf(const Edge& edge, WallTime now)
{
    const observe::Waiter& longest = **std::ranges::min_element(
        edge.waiters, {}, [](const auto* waiter) { return waiter->announced.since; });
    const QString time = durationText(
        std::chrono::duration_cast<std::chrono::milliseconds>(now - longest.announced.since));
    return {toQt(words::waiterText(longest)),
        longest.queued ? Words::tr("over %1").arg(time) : time, edge.waiters.size() - 1};
}

WaitPicture Chains::laidOut(WallTime now, std::size_t most) &&
{
    WaitPicture picture;
    std::vector<std::size_t> places(m_locks.size(), kNoLock);
    double row = 0;
    for (auto& tree : trees()) {
        // A part would hide who blocks the rest; only the first tree is cut, if too large.
        const bool isFirst = picture.nodes.empty();
        if (picture.nodes.size() + tree.size() > most) {
            const std::size_t kept = isFirst ? most : 0;
            picture.leftOut += tree.size() - kept;
            cut(tree, kept);
        }
        if (tree.empty())
            continue;
        const auto ring = std::ranges::find(
            m_rings, tree.front(), [](const auto& each) { return each.front(); });
        row = ring == m_rings.end()
            ? place(tree, row)
            : placeRing(
                {tree.begin(), tree.begin() + std::min(std::ssize(*ring), std::ssize(tree))}, row);
        for (const std::size_t lock : tree) {
            places[lock] = picture.nodes.size();
            picture.nodes.push_back(std::move(m_locks[lock]));
        }
    }
    for (const Edge& edge : m_edges) {
        if (places[edge.from] == kNoLock || places[edge.to] == kNoLock)
            continue;
        picture.edges.push_back({places[edge.from], places[edge.to], edge.isInCircle});
        picture.waiting.push_back(waitingOf(edge, now));
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
    lock.waiting = {}; // counted beside it
    const QString holder = holderByVotes(*row->entry, row->judgement, holderText(lock));
    return {row->judgement.token, holder, Words::tr("held by %1").arg(holder)};
}

WaitPicture pictureOf(
    const observe::Waits& waits, const PicturedHolderOf& holderOf, WallTime now, std::size_t most)
{
    return Chains(waits, holderOf).laidOut(now, most);
}

namespace {

constexpr double kBetween = 12.5; ///< between two columns, in lines of text
constexpr double kWidest = 18; ///< of a label, likewise
constexpr double kHead = 10;
constexpr double kClear = 3; ///< pixels around a label
constexpr int kSamples = 64; ///< points of a line tested for crossings

struct WaitGrid {
    explicit WaitGrid(const QFontMetricsF& font)
        : line(font.height())
        , box(0, 3 * line + 2 * WaitLayout::kPadding)
        , step(0, box.height() + 1.25 * line)
    {
        step.setWidth(step.height() * WaitPicture::kColumnRows);
        box.setWidth(step.width() - kBetween * line);
    }
    double line;
    QSizeF box;
    QSizeF step;
};

QPainterPath curveBetween(const QRectF& from, const QRectF& to, double bend)
{
    const QPointF a = from.center();
    const QPointF b = to.center();
    const QPointF along = b - a;
    const double length = std::max(1.0, std::hypot(along.x(), along.y()));
    // Bends left: outwards on a clockwise ring.
    const QPointF middle = (a + b) / 2 + QPointF(along.y(), -along.x()) * (bend / length);
    const auto blend = [&](double s, double t) {
        return a * ((1 - s) * (1 - t)) + middle * (s * (1 - t) + t * (1 - s)) + b * (s * t);
    };
    double first = 0;
    double last = 1;
    while (first < 0.5 && from.contains(blend(first, first)))
        first += 1.0 / 256;
    while (last > 0.5 && to.contains(blend(last, last)))
        last -= 1.0 / 256;
    QPainterPath line(blend(first, first));
    line.quadTo(blend(first, last), blend(last, last));
    return line;
}

QPainterPath lineAcross(const QRectF& from, const QRectF& to, double side)
{
    const QPointF start(side < 0 ? from.left() : from.right(), from.center().y());
    const QPointF end(side < 0 ? to.right() : to.left(), to.center().y());
    const QPointF bend((end.x() - start.x()) / 2, 0);
    QPainterPath line(start);
    line.cubicTo(start + bend, end - bend, end);
    return line;
}

QPainterPath loopBelow(const QRectF& box)
{
    const QPointF start(box.center().x() - box.width() / 4, box.bottom());
    const QPointF end(box.center().x() + box.width() / 4, box.bottom());
    const QPointF below(0, box.height() * 0.9);
    QPainterPath line(start);
    line.cubicTo(start + below, end + below, end);
    return line;
}

QPainterPath lineOf(const WaitPicture& picture, std::size_t index, const WaitLayout& layout)
{
    const WaitPicture::Edge& edge = picture.edges[index];
    const QRectF& from = layout.boxes[edge.from];
    const QRectF& to = layout.boxes[edge.to];
    if (edge.from == edge.to)
        return loopBelow(from);
    if (!edge.isInCircle && from.left() > to.right())
        return lineAcross(from, to, -1);
    if (!edge.isInCircle && from.right() < to.left())
        return lineAcross(from, to, 1);
    const bool isPair = std::ranges::any_of(picture.edges, [&](const WaitPicture::Edge& other) {
        return other.from == edge.to && other.to == edge.from;
    });
    const QPointF along = to.center() - from.center();
    return curveBetween(
        from, to, isPair ? 1.8 * from.height() : 0.1 * std::hypot(along.x(), along.y()));
}

QPainterPath headOf(const QPainterPath& line)
{
    QPainterPath head;
    head.lineTo(-kHead, kHead * 0.43);
    head.lineTo(-kHead, -kHead * 0.43);
    head.closeSubpath();
    const QPointF tip = line.pointAtPercent(1);
    return QTransform().translate(tip.x(), tip.y()).rotate(-line.angleAtPercent(0.99)).map(head);
}

class LabelPlacer {
public:
    explicit LabelPlacer(const WaitLayout& layout)
        : m_layout(layout)
    {
        for (const WaitLayout::Arrow& arrow : layout.arrows) {
            auto& samples = m_lines.emplace_back();
            for (int i = 0; i <= kSamples; ++i)
                samples.push_back(arrow.line.pointAtPercent(static_cast<double>(i) / kSamples));
        }
    }

    [[nodiscard]] QRectF placeFor(std::size_t arrow, const QSizeF& size) const
    {
        for (const int sample : {32, 28, 36, 24, 40, 20, 44, 16, 48}) {
            QRectF place({}, size);
            place.moveCenter(m_lines[arrow][static_cast<std::size_t>(sample)]);
            if (isFree(place.adjusted(-kClear, -kClear, kClear, kClear), arrow))
                return place;
        }
        return {};
    }

private:
    [[nodiscard]] bool isFree(const QRectF& place, std::size_t own) const
    {
        const auto touches = [&place](const QRectF& other) { return place.intersects(other); };
        if (std::ranges::any_of(m_layout.boxes, touches))
            return false;
        for (std::size_t i = 0; i < m_lines.size(); ++i) {
            const WaitLayout::Arrow& arrow = m_layout.arrows[i];
            if (touches(arrow.label) || touches(arrow.head.boundingRect()))
                return false;
            const auto isInside = [&place](const QPointF& point) { return place.contains(point); };
            if (i != own && std::ranges::any_of(m_lines[i], isInside))
                return false;
        }
        return true;
    }

    const WaitLayout& m_layout;
    std::vector<std::vector<QPointF>> m_lines;
};

} // namespace

QStringList labelLines(const WaitPicture::Waiting& waiting)
{
    return {waiting.who,
        waiting.others == 0
            ? waiting.time
            : partsText({waiting.time, Words::tr("+%L1", "more wait").arg(waiting.others)})};
}

WaitLayout layOut(const WaitPicture& picture, const QFontMetricsF& font)
{
    const WaitGrid grid(font);
    WaitLayout layout;
    for (const WaitPicture::Node& node : picture.nodes)
        layout.boxes.emplace_back(
            QPointF(node.column * grid.step.width(), node.row * grid.step.height()), grid.box);
    for (std::size_t i = 0; i < picture.edges.size(); ++i) {
        const QPainterPath line = lineOf(picture, i, layout);
        layout.arrows.push_back({line, headOf(line), {}});
    }
    const LabelPlacer placer(layout);
    const double narrow = (kBetween - 2) * grid.line;
    for (std::size_t i = 0; i < picture.edges.size(); ++i) {
        // Room for a longer time.
        double wide = font.horizontalAdvance(u"00 m 00 s, +00"_s);
        for (const QString& line : labelLines(picture.waiting[i]))
            wide = std::max(wide, font.horizontalAdvance(line));
        wide = std::min(std::ceil(wide) + 8, kWidest * grid.line);
        for (const double width : {wide, std::min(wide, narrow)}) {
            if (layout.arrows[i].label.isNull())
                layout.arrows[i].label = placer.placeFor(i, {width, 2 * grid.line});
        }
    }
    return layout;
}

} // namespace lockkeeper::ui
