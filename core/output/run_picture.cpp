// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/output/run_picture.h"

#include "core/config/quorum.h"
#include "core/text/translate.h"
#include "core/words/lab_words.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace lockkeeper::output {
namespace {

using absl::Substitute;
using lab::Deed;
using std::chrono::milliseconds;
using Point = Shape::Point;

constexpr double kLabels = 126; ///< the column of names
constexpr double kMargin = 16;
struct Heights {
    double lane = 112;
    double sign = 21; ///< its middle
    double command = 26; ///< base line of sent commands
    double bar = 36; ///< top of the belief
    double barHeight = 26;
    double stored = 70; ///< top of the stored lock
    double storedHeight = 8;
    double master = 92;
    double slope = 68; ///< of a whole TTL
};
constexpr Heights kHigh{};
constexpr Heights kLow{.lane = 50,
    .sign = 24,
    .command = 11,
    .bar = 15,
    .barHeight = 18,
    .stored = 37,
    .storedHeight = 5,
    .master = 40,
    .slope = 24};
constexpr double kGround = 14;
constexpr double kStrip = 18; ///< of a bar, per further lock
/// A lock's part of a master's height, if there are several.
constexpr double kRowOfLock = 0.6;
constexpr double kLeastRow = 36;

/// Several locks share the bar, and have a row each below a master.
Heights forLocks(Heights heights, int locks)
{
    if (locks == 1)
        return heights;
    const double more = kStrip * (locks - 1);
    heights.barHeight += more;
    heights.lane += more - (heights.lane - heights.stored) / 2;
    heights.master = std::max(heights.master * kRowOfLock, kLeastRow);
    heights.slope = std::min(heights.slope, heights.master - kGround - 2);
    return heights;
}
constexpr double kRoomForTwoLines = 70;

Heights between(double part)
{
    const auto at = [part](double low, double high) { return low + part * (high - low); };
    return {.lane = at(kLow.lane, kHigh.lane),
        .sign = at(kLow.sign, kHigh.sign),
        .command = at(kLow.command, kHigh.command),
        .bar = at(kLow.bar, kHigh.bar),
        .barHeight = at(kLow.barHeight, kHigh.barHeight),
        .stored = at(kLow.stored, kHigh.stored),
        .storedHeight = at(kLow.storedHeight, kHigh.storedHeight),
        .master = at(kLow.master, kHigh.master),
        .slope = at(kLow.slope, kHigh.slope)};
}
constexpr double kTill = 86;
constexpr double kHalfText = 4; ///< from the middle to the base line
constexpr double kAxis = 34;
constexpr double kBeyond = 84; ///< for words after the end

/// At size 12. Characters of three bytes or more are square.
double widthOf(std::string_view text)
{
    double width = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0xe0)
            width += 12;
        else if (byte < 0x80 || byte >= 0xc0)
            width += 7;
    }
    return width;
}

std::vector<Shape> signOf(Point middle, double radius, char who)
{
    constexpr int kForms = 4;
    const int form = (who - 'A') % kForms;
    Shape filled{.fill = Ink::Contender, .who = who};
    if (form < 2) {
        const double half = form == 0 ? radius : radius * 0.9;
        filled.radius = form == 0 ? radius : 2;
        filled.points = {{middle.x - half, middle.y - half}, {middle.x + half, middle.y - half},
            {middle.x + half, middle.y + half}, {middle.x - half, middle.y + half}};
    } else {
        const int corners = form == 2 ? 6 : 4;
        for (int i = 0; i < corners; ++i) {
            const double angle = i * 2 * M_PI / corners;
            filled.points.push_back(
                {middle.x + radius * std::cos(angle), middle.y + radius * std::sin(angle)});
        }
    }
    return {std::move(filled),
        {.kind = Shape::Kind::Text,
            .points = {{middle.x, middle.y + 4.5}},
            .fill = Ink::OnColour,
            .text = std::string(1, who),
            .isBold = true,
            .align = Shape::Align::Middle}};
}

class RunPainter {
public:
    RunPainter(const RunToDraw& run, double width)
        : m_experiment(run.experiment)
        , m_variant(run.variant)
        , m_recording(run.recording)
        , m_ruling(run.ruling)
        , m_ttl(run.ttl)
        , m_isGoingOn(run.isGoingOn)
        , m_before(m_recording.start - run.origin.value_or(m_recording.start))
        , m_high(heightsAt(partFor(run.room)))
    {
        m_picture.width = width;
        m_picture.height = tillTop() + (hasTill() ? kTill : 0) + kAxis;
        const std::chrono::duration<double> length
            = std::max(run.length, m_recording.end - m_recording.start);
        const std::chrono::duration<double> expected = run.ttl * m_experiment.length;
        const double plot = right() - kLabels;
        m_seconds = std::max({length.count(), expected.count(), 0.05}) * plot / (plot - kBeyond);
    }

    [[nodiscard]] Picture paint();

private:
    [[nodiscard]] double x(SteadyTime time) const;
    [[nodiscard]] double laneTop(char who) const { return m_high.lane * (who - 'A'); }
    [[nodiscard]] double barTop(char who) const { return laneTop(who) + m_high.bar; }
    [[nodiscard]] double barLine(char who) const
    {
        return barTop(who) + m_high.barHeight / 2 + kHalfText;
    }
    [[nodiscard]] double stripHeight() const { return m_high.barHeight / m_experiment.locks; }
    [[nodiscard]] double stripTop(char who, int lock) const
    {
        return barTop(who) + stripHeight() * (lock - 1);
    }
    [[nodiscard]] double stripLine(char who, int lock) const
    {
        return stripTop(who, lock) + stripHeight() / 2 + kHalfText;
    }
    [[nodiscard]] bool hasManyLocks() const { return m_experiment.locks > 1; }
    [[nodiscard]] double storedBottom(char who) const
    {
        return hasManyLocks() ? barTop(who) + m_high.barHeight
                              : laneTop(who) + m_high.stored + m_high.storedHeight;
    }
    [[nodiscard]] double groundOf(char master, int lock) const
    {
        return masterTop(master, lock) + m_high.master - kGround;
    }
    [[nodiscard]] double mastersTop() const
    {
        return m_high.lane * static_cast<double>(m_experiment.contenders);
    }
    [[nodiscard]] double masterTop(char master, int lock) const
    {
        return mastersTop() + m_high.master * ((master - 'a') * m_experiment.locks + lock - 1);
    }
    [[nodiscard]] std::size_t rows() const
    {
        return m_variant.masters * static_cast<std::size_t>(m_experiment.locks);
    }
    [[nodiscard]] double tillTop() const
    {
        return mastersTop() + m_high.master * static_cast<double>(rows());
    }
    [[nodiscard]] Heights heightsAt(double part) const
    {
        return forLocks(between(part), m_experiment.locks);
    }
    /// 0: lowest, 1: highest.
    [[nodiscard]] double partFor(double room) const
    {
        const auto whole = [this](const Heights& heights) {
            return heights.lane * static_cast<double>(m_experiment.contenders)
                + heights.master * static_cast<double>(rows()) + (hasTill() ? kTill : 0) + kAxis;
        };
        const double least = whole(heightsAt(0));
        return std::clamp((room - least) / (whole(heightsAt(1)) - least), 0.0, 1.0);
    }
    [[nodiscard]] bool hasTill() const
    {
        return std::ranges::any_of(m_experiment.steps,
            [](const lab::Step& step) { return step.deed.kind == Deed::Kind::Sell; });
    }
    [[nodiscard]] double right() const { return m_picture.width - kMargin; }

    Shape& add(Shape shape)
    {
        m_picture.shapes.push_back(std::move(shape));
        return m_picture.shapes.back();
    }
    void box(double left, double top, double boxRight, double bottom, Shape shape);
    void text(Point at, std::string words, Ink ink, Shape shape = {});
    void line(std::vector<Point> points, Ink ink, Shape shape = {});
    void sign(Point middle, double radius, char who)
    {
        for (Shape& shape : signOf(middle, radius, who))
            add(std::move(shape));
    }
    [[nodiscard]] bool isShown(const lab::Sent& sent) const
    {
        return sent.passedAt && *sent.passedAt >= m_recording.start;
    }

    void paintAxis();
    void paintBands();
    void paintLane(char who);
    void paintWaits(char who);
    void paintWait(char who, int lock, const std::vector<double>& tries, double end);
    void paintBeliefs(char who);
    void paintPauses(char who);
    void paintClock(char who);
    void paintRenewals(char who);
    [[nodiscard]] std::string clockText(int ttls) const;
    void paintStored(char who);
    void paintMaster(char master, int lock);
    void paintStoredOn(const lab::Stored& stored);
    void paintCommands();
    struct Command {
        const lab::Sent* sent = nullptr;
        std::string label{};
        int rank = 1; ///< 0: freed another's lock; 2: refused
        bool isLost = false; ///< taken on too few masters
    };
    [[nodiscard]] std::vector<Command> commands() const;
    [[nodiscard]] bool isWon(const lab::Sent& sent) const;
    [[nodiscard]] bool isRelease(const lab::Sent& sent) const;
    void paintCommand(const Command& command);
    void paintFaults();
    void paintFlag(double place, double top, double bottom, const std::string& word);
    void paintTill();
    void besideSign(Point at, double next, const std::string& words, Ink ink, bool isBold);
    void paintPills();

    const lab::Experiment& m_experiment;
    const lab::Variant& m_variant;
    const lab::Recording& m_recording;
    const lab::Ruling& m_ruling;
    milliseconds m_ttl;
    bool m_isGoingOn;
    std::chrono::duration<double> m_before;
    Heights m_high;
    double m_seconds = 1;
    Picture m_picture;
};

double RunPainter::x(SteadyTime time) const
{
    const auto since = std::chrono::duration<double>(time - m_recording.start).count();
    return kLabels + std::clamp(since / m_seconds, 0.0, 1.0) * (right() - kLabels);
}

void RunPainter::box(double left, double top, double boxRight, double bottom, Shape shape)
{
    if (boxRight <= kLabels)
        return;
    shape.kind = Shape::Kind::Polygon;
    shape.points = {{left, top}, {boxRight, top}, {boxRight, bottom}, {left, bottom}};
    add(std::move(shape));
}

void RunPainter::text(Point at, std::string words, Ink ink, Shape shape)
{
    shape.kind = Shape::Kind::Text;
    shape.points = {at};
    shape.text = std::move(words);
    shape.fill = ink;
    add(std::move(shape));
}

void RunPainter::line(std::vector<Point> points, Ink ink, Shape shape)
{
    shape.kind = Shape::Kind::Line;
    shape.points = std::move(points);
    shape.stroke = ink;
    add(std::move(shape));
}

void RunPainter::paintAxis()
{
    constexpr double kRoom = 70; // pixels between ticks
    const double most = std::max((right() - kLabels) / kRoom, 1.0);
    double step = 0.01;
    for (const double factor :
        {1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0}) {
        step = factor / 100;
        if (m_seconds / step <= most)
            break;
    }
    const double bottom = m_picture.height - kAxis;
    const double first = std::ceil(m_before.count() / step) * step;
    for (double at = first; at <= m_before.count() + m_seconds + step / 100; at += step) {
        const double place = kLabels + (at - m_before.count()) / m_seconds * (right() - kLabels);
        line({{place, 0}, {place, bottom}}, Ink::Hair);
        const milliseconds time(std::llround(at * 1000));
        text({place, bottom + 20}, words::runTimeText(time), Ink::Muted,
            {.align = Shape::Align::Middle});
    }
    line({{kLabels, bottom}, {right(), bottom}}, Ink::Line, {.width = 2});
    if (m_isGoingOn)
        line({{x(m_recording.end), 0}, {x(m_recording.end), bottom}}, Ink::Accent, {.width = 2});
}

void RunPainter::paintBands()
{
    for (const lab::Overlap& overlap : m_ruling.overlaps) {
        const auto [upper, lower] = std::minmax(overlap.first, overlap.second);
        box(x(overlap.from), barTop(upper) - 6, x(overlap.to), storedBottom(lower) + 8,
            {.stroke = Ink::Wrong, .fill = Ink::WrongWash, .width = 1.5});
    }
}

void RunPainter::paintPills()
{
    for (const lab::Overlap& overlap : m_ruling.overlaps) {
        if (overlap.to <= m_recording.start)
            continue;
        const auto length = std::chrono::duration_cast<milliseconds>(overlap.to - overlap.from);
        const std::string words = Substitute(tr("two: $0", "at once"), words::runTimeText(length));
        const double half = widthOf(words) / 2 + 10;
        const double middle = std::clamp((x(overlap.from) + x(overlap.to)) / 2, kLabels + half,
            std::max(right() - half, kLabels + half));
        const double top
            = storedBottom(std::min(overlap.first, overlap.second)) + m_high.lane * 0.35 - 35;
        box(middle - half, top, middle + half, top + 22, {.fill = Ink::Wrong, .radius = 11});
        text({middle, top + 15}, words, Ink::OnColour,
            {.isBold = true, .align = Shape::Align::Middle});
    }
}

void RunPainter::paintLane(char who)
{
    const double top = laneTop(who);
    line({{0, top + m_high.lane}, {m_picture.width, top + m_high.lane}}, Ink::Hair);
    sign({kMargin + 12, top + m_high.sign}, 11, who);
    text({kLabels - 8, barLine(who)}, tr("believes", "to hold the lock"), Ink::Muted,
        {.align = Shape::Align::Right});
    paintWaits(who);
    paintBeliefs(who);
    paintPauses(who);
    if (!hasManyLocks()) {
        text({kLabels - 8, storedBottom(who) - m_high.storedHeight / 2 + kHalfText},
            tr("stored", "a lock"), Ink::Muted, {.align = Shape::Align::Right});
        paintStored(who);
        paintRenewals(who);
    }
    paintClock(who);
}

std::string RunPainter::clockText(int ttls) const
{
    const std::string time = words::runTimeText(m_ttl * std::abs(ttls));
    return ttls < 0 ? Substitute(tr("clock \u2212$0", "behind"), time)
                    : Substitute(tr("clock +$0", "ahead"), time);
}

void RunPainter::paintClock(char who)
{
    const Deed* set = nullptr;
    for (const lab::Reached& reached : m_recording.steps) {
        const Deed& deed = m_experiment.steps[reached.step].deed;
        if (deed.kind == Deed::Kind::SetAhead && deed.who == who)
            set = &deed;
    }
    if (set != nullptr)
        text({kLabels - 8, laneTop(who) + m_high.command}, clockText(set->amount), Ink::Notice,
            {.align = Shape::Align::Right});
}

void RunPainter::paintRenewals(char who)
{
    const double top = laneTop(who) + m_high.stored;
    for (const lab::Sent& sent : m_recording.sent) {
        if (sent.who == who && !sent.isTaking && !sent.isFreeing && sent.isYes && isShown(sent))
            line({{x(*sent.passedAt), top - 3}, {x(*sent.passedAt), storedBottom(who) + 3}},
                Ink::Contender, {.who = who, .width = 2});
    }
}

/// A dotted line from the first refusal to the end, with a tick per try.
void RunPainter::paintWaits(char who)
{
    int lock = 1;
    std::vector<double> tries;
    const auto finish = [&](double end) {
        if (!tries.empty())
            paintWait(who, lock, tries, end);
        tries.clear();
    };
    double last = 0;
    for (const lab::Sent& sent : m_recording.sent) {
        if (sent.who != who || !sent.isTaking || !sent.answeredAt)
            continue;
        if (sent.lock != lock)
            finish(last);
        lock = sent.lock;
        last = x(sent.at);
        if (sent.isYes && isWon(sent))
            finish(last);
        else
            tries.push_back(last);
    }
    const bool wantsIt = std::ranges::find(m_recording.waiting, who) != m_recording.waiting.end();
    finish(wantsIt ? x(m_recording.end) : last);
}

void RunPainter::paintWait(char who, int lock, const std::vector<double>& tries, double end)
{
    constexpr double kApart = 12; ///< between ticks
    const double middle = stripLine(who, lock) - kHalfText;
    const std::string words
        = hasManyLocks() ? Substitute(tr("waits for lock $0"), lock) : tr("waits, tries again");
    const bool hasRoom = end - tries.front() > widthOf(words) + 16;
    double begin = tries.front();
    if (hasRoom && hasManyLocks()) {
        text({begin + 8, middle + kHalfText}, words, Ink::Muted);
        begin += widthOf(words) + 16;
    } else if (hasRoom) {
        text({(begin + end) / 2, middle + 19}, words, Ink::Muted, {.align = Shape::Align::Middle});
    }
    line({{begin, middle}, {end, middle}}, Ink::Contender,
        {.who = who, .width = 2, .pattern = Shape::Stroke::Dotted});
    double tick = kLabels - kApart;
    for (const double at : tries) {
        if (at < begin || at - tick <= kApart)
            continue;
        line({{at, middle - 5}, {at, middle + 5}}, Ink::Contender, {.who = who, .width = 2});
        tick = at;
    }
}

void RunPainter::paintBeliefs(char who)
{
    for (const lab::Belief& belief : m_recording.beliefs) {
        if (belief.who != who)
            continue;
        const double top = stripTop(who, belief.lock);
        const double bottom = top + stripHeight() - (hasManyLocks() ? 2 : 0);
        const SteadyTime end = std::min(belief.to, m_recording.end);
        box(x(belief.from), top, x(end), bottom, {.fill = Ink::Contender, .who = who});
        for (const lab::Overlap& overlap : m_ruling.overlaps) {
            const SteadyTime from = std::max(overlap.from, belief.from);
            const SteadyTime to = std::min(overlap.to, end);
            if (to > from && (overlap.first == who || overlap.second == who))
                box(x(from), top, x(to), bottom,
                    {.stroke = Ink::Wrong, .fill = Ink::Wrong, .isHatched = true});
        }
        std::string words = hasManyLocks() ? Substitute(tr("holds lock $0"), belief.lock)
                                           : std::string(tr("holds", "a lock"));
        if (belief.fence)
            words = Substitute(tr("$0, $1", "holds, fencing number"), words, *belief.fence);
        if (x(end) - x(belief.from) > widthOf(words) + 8)
            text({x(belief.from) + 8, stripLine(who, belief.lock) - (hasManyLocks() ? 1 : 0)},
                words, Ink::OnColour, {.isBold = true});
    }
}

void RunPainter::paintPauses(char who)
{
    std::optional<SteadyTime> from;
    const auto finish = [&](SteadyTime to) {
        if (!from)
            return;
        box(x(*from), barTop(who), x(to), barTop(who) + m_high.barHeight,
            {.stroke = Ink::Notice,
                .width = 1.5,
                .pattern = Shape::Stroke::Dashed,
                .isHatched = true});
        const std::string words = tr("paused", "a process");
        if (x(to) - x(*from) > widthOf(words) + 8)
            text({(x(*from) + x(to)) / 2, barLine(who)}, words, Ink::Text,
                {.isBold = true, .align = Shape::Align::Middle});
        from.reset();
    };
    for (const lab::Reached& reached : m_recording.steps) {
        const Deed& deed = m_experiment.steps[reached.step].deed;
        if (deed.who != who)
            continue;
        if (deed.kind == Deed::Kind::Pause)
            from = reached.at;
        else if (deed.kind == Deed::Kind::Resume || deed.kind == Deed::Kind::Kill)
            finish(reached.at);
    }
    finish(m_recording.end);
}

void RunPainter::paintStored(char who)
{
    std::vector<std::pair<SteadyTime, int>> changes;
    for (const lab::Stored& stored : m_recording.stored) {
        if (stored.who == who) {
            changes.emplace_back(stored.from, 1);
            changes.emplace_back(stored.to.value_or(m_recording.end), -1);
        }
    }
    std::ranges::sort(changes, [](const auto& a, const auto& b) {
        return std::pair(a.first, -a.second) < std::pair(b.first, -b.second);
    });
    const int quorum = static_cast<int>(quorumOf(m_variant.masters));
    const double top = laneTop(who) + m_high.stored;
    int count = 0;
    SteadyTime from{};
    for (const auto& [at, change] : changes) {
        const int before = std::exchange(count, count + change);
        if (before < quorum && count >= quorum)
            from = at;
        else if (before >= quorum && count < quorum)
            box(x(from), top, x(at), top + m_high.storedHeight,
                {.stroke = Ink::Contender, .fill = Ink::ContenderWash, .who = who, .width = 1.5});
    }
}

void RunPainter::paintMaster(char master, int lock)
{
    const double top = masterTop(master, lock);
    const double ground = groundOf(master, lock);
    const std::string name(1, master);
    text({kLabels - 8, std::min(top + 26, ground - 2)},
        hasManyLocks() ? Substitute(tr("lock $0 on $1", "a master"), lock, name)
                       : Substitute(tr("master $0"), name),
        Ink::Text, {.isBold = true, .align = Shape::Align::Right});
    if (m_high.master > kRoomForTwoLines)
        text({kLabels - 8, top + 46}, tr("TTL left"), Ink::Muted, {.align = Shape::Align::Right});
    for (const lab::Stored& stored : m_recording.stored) {
        if (stored.master == master && stored.lock == lock)
            paintStoredOn(stored);
    }
    line({{kLabels, ground}, {right(), ground}}, Ink::Line, {.width = 2});
}

void RunPainter::paintStoredOn(const lab::Stored& stored)
{
    const double ground = groundOf(stored.master, stored.lock);
    const SteadyTime end = stored.to.value_or(m_recording.end);
    const bool isEndless = m_ruling.outcome.isStuck && !stored.to && !stored.ttl;
    if (end <= m_recording.start)
        return;
    const auto heightAt = [&](SteadyTime time) {
        const double used = stored.ttl
            ? std::chrono::duration<double, std::milli>(time - stored.from).count()
                / static_cast<double>(std::max<std::int64_t>(stored.ttl->count(), 1))
            : 0;
        return ground - m_high.slope * std::clamp(1 - used, 0.0, 1.0);
    };
    add({.kind = Shape::Kind::Polygon,
        .points = {{x(stored.from), ground},
            {x(stored.from), heightAt(std::max(stored.from, m_recording.start))},
            {x(end), heightAt(end)}, {x(end), ground}},
        .stroke = isEndless   ? Ink::Wrong
            : stored.who == 0 ? Ink::Muted
                              : Ink::Contender,
        .fill = isEndless     ? Ink::WrongWash
            : stored.who == 0 ? Ink::Hair
                              : Ink::ContenderWash,
        .who = stored.who == 0 ? 'A' : stored.who,
        .width = 2});
    std::string words = stored.who == 0
        ? std::string()
        : Substitute(tr("$0's", "a lock"), std::string(1, stored.who));
    if (!stored.ttl)
        words = Substitute(tr("$0, no TTL"), words);
    if (x(end) - x(stored.from) > widthOf(words) + 10)
        text({x(stored.from) + 8, ground - 8}, words, Ink::Text, {.isBold = true});
}

void RunPainter::paintCommand(const Command& command)
{
    const lab::Sent& sent = *command.sent;
    const bool isWrong = command.rank == 0;
    const double place = x(*sent.passedAt);
    const double bottom = groundOf(sent.master, sent.lock) - (sent.isFreeing ? 0 : m_high.slope);
    const Ink ink = isWrong ? Ink::Wrong : Ink::Contender;
    const bool isInVain = !sent.isYes || command.isLost;
    line({{place, laneTop(sent.who) + m_high.command - kHalfText}, {place, bottom}}, ink,
        {.who = sent.who,
            .width = 1.5,
            .pattern = isInVain ? Shape::Stroke::Dashed : Shape::Stroke::Whole});
    if (!sent.isYes) {
        const Shape stroke{.who = sent.who, .width = 2};
        line({{place - 4, bottom - 8}, {place + 4, bottom}}, ink, stroke);
        line({{place - 4, bottom}, {place + 4, bottom - 8}}, ink, stroke);
    } else {
        add({.kind = Shape::Kind::Polygon,
            .points = {{place - 5, bottom - 8}, {place + 5, bottom - 8}, {place, bottom}},
            .fill = ink,
            .who = sent.who});
    }
    const bool isAtRight = place + widthOf(command.label) > right();
    text({isAtRight ? right() : place + 4, laneTop(sent.who) + m_high.command}, command.label,
        isWrong ? Ink::Wrong : Ink::Text,
        {.isBold = isWrong, .align = isAtRight ? Shape::Align::Right : Shape::Align::Left});
}

/// Commands with an effect, and each wait's first refusal.
std::vector<RunPainter::Command> RunPainter::commands() const
{
    const auto wrong = lab::wrongFrees(m_recording);
    std::vector<Command> found;
    std::map<std::pair<char, int>, bool> isWaiting;
    for (const lab::Sent& sent : m_recording.sent) {
        if (!sent.passedAt || !sent.answeredAt || (!sent.isTaking && !sent.isFreeing))
            continue;
        const bool hasWon = sent.isYes && sent.isTaking && isWon(sent);
        if (hasWon)
            isWaiting[{sent.who, sent.lock}] = false;
        const bool isLate = sent.isOverwriting && sent.isYes && !hasWon;
        const bool isFirstInVain
            = sent.isTaking && !hasWon && !std::exchange(isWaiting[{sent.who, sent.lock}], true);
        if (sent.isTaking ? !hasWon && !isFirstInVain && !isLate : !isRelease(sent))
            continue;
        Command command{.sent = &sent, .label = sent.command};
        const auto of = std::ranges::find(wrong, &sent, &lab::WrongFree::sent);
        if (of != wrong.end()) {
            command.label
                = Substitute(tr("$0 frees $1's lock"), sent.command, std::string(1, of->owner));
            command.rank = 0;
        } else if (isLate) {
            command.label = Substitute(tr("$0: too late, but written"), sent.command);
            command.rank = 0;
        } else if (sent.isTaking && sent.isYes && !hasWon) {
            command.isLost = true;
            command.label.clear();
        } else if (!sent.isYes) {
            command.label = Substitute(tr("$0: refused"), sent.command);
            command.rank = 2;
        }
        if (isShown(sent))
            found.push_back(std::move(command));
    }
    return found;
}

bool RunPainter::isWon(const lab::Sent& sent) const
{
    constexpr milliseconds kSoon{500};
    return std::ranges::any_of(m_recording.beliefs, [&](const lab::Belief& belief) {
        return belief.who == sent.who && belief.lock == sent.lock && belief.from >= *sent.passedAt
            && belief.from <= *sent.passedAt + kSoon;
    });
}

/// False: undoes a failed try.
bool RunPainter::isRelease(const lab::Sent& sent) const
{
    SteadyTime held = SteadyTime::min();
    for (const lab::Belief& belief : m_recording.beliefs) {
        if (belief.who == sent.who && belief.lock == sent.lock && belief.from <= sent.at)
            held = std::max(held, belief.from);
    }
    return held != SteadyTime::min()
        && std::ranges::none_of(m_recording.sent, [&](const lab::Sent& other) {
               return other.who == sent.who && other.lock == sent.lock && other.isTaking
                   && other.at > held && other.at <= sent.at;
           });
}

void RunPainter::paintCommands()
{
    std::vector<Command> all = commands();
    std::ranges::stable_sort(all, {}, &Command::rank);
    std::map<char, std::vector<std::pair<double, double>>> taken;
    for (Command& command : all) {
        const double width = widthOf(command.label) + 8;
        const double left = std::min(x(*command.sent->passedAt), right() - width);
        auto& places = taken[command.sent->who];
        const bool isFree = std::ranges::none_of(places,
            [&](const auto& place) { return left < place.second && left + width > place.first; });
        if (!isFree)
            command.label.clear();
        else if (!command.label.empty())
            places.emplace_back(left, left + width);
        paintCommand(command);
    }
}

void RunPainter::paintFaults()
{
    for (const lab::Reached& reached : m_recording.steps) {
        if (reached.at < m_recording.start)
            continue;
        const Deed& deed = m_experiment.steps[reached.step].deed;
        std::string word;
        switch (deed.kind) {
        case Deed::Kind::Pause:
            word = deed.isOfMaster() ? tr("stopped", "a master") : "";
            break;
        case Deed::Kind::SetAhead:
            word = deed.isOfMaster() ? clockText(deed.amount) : std::string();
            break;
        case Deed::Kind::Done:
            word = tr("done", "its work");
            break;
        case Deed::Kind::Kill:
            word = tr("killed", "a process");
            break;
        case Deed::Kind::StartEmpty:
            word = tr("starts empty", "a master");
            break;
        case Deed::Kind::StartWithData:
            word = tr("starts with its data", "a master");
            break;
        case Deed::Kind::Leave:
            word = tr("leaves it", "a lock");
            break;
        case Deed::Kind::FailOver:
            word = tr("failover", "a master");
            break;
        default:
            break;
        }
        if (word.empty())
            continue;
        const double top = deed.isOfMaster() ? masterTop(deed.who, 1) : barTop(deed.who) - 4;
        const double bottom = deed.isOfMaster() ? groundOf(deed.who, m_experiment.locks)
                                                : storedBottom(deed.who) + 8;
        paintFlag(x(reached.at), top, bottom, word);
    }
    for (const lab::GaveUp& one : m_recording.gaveUp)
        paintFlag(x(one.at), barTop(one.who) - 4, storedBottom(one.who) + 8,
            tr("gives up", "a contender in a deadlock"));
}

void RunPainter::paintFlag(double place, double top, double bottom, const std::string& word)
{
    line({{place, top}, {place, bottom}}, Ink::Notice, {.width = 2});
    const double width = widthOf(word) + 12;
    const double left = place + width > right() ? place - width : place;
    box(left, bottom - 18, left + width, bottom, {.fill = Ink::Notice, .radius = 3});
    text({left + 6, bottom - 5}, word, Ink::OnColour, {.isBold = true});
}

/// Before the sign, if the next one would cover the words.
void RunPainter::besideSign(Point at, double next, const std::string& words, Ink ink, bool isBold)
{
    constexpr double kRadius = 9;
    constexpr double kApart = 14;
    const bool isBefore = at.x + kApart + widthOf(words) > std::min(next - kRadius, right());
    text({isBefore ? at.x - kApart : at.x + kApart, at.y}, words, ink,
        {.isBold = isBold, .align = isBefore ? Shape::Align::Right : Shape::Align::Left});
}

void RunPainter::paintTill()
{
    if (!hasTill())
        return;
    const double top = tillTop();
    text({kLabels - 8, top + 20}, tr("stock", "of the till"), Ink::Muted,
        {.align = Shape::Align::Right});
    text({kLabels - 8, top + 46}, tr("seen", "in the till"), Ink::Muted,
        {.align = Shape::Align::Right});
    text({kLabels - 8, top + 72}, tr("sold", "of the till"), Ink::Muted,
        {.align = Shape::Align::Right});
    for (std::size_t i = 0; i < m_recording.reads.size(); ++i) {
        const lab::Read& read = m_recording.reads[i];
        const bool isLast = i + 1 == m_recording.reads.size();
        const double next = isLast ? right() : x(m_recording.reads[i + 1].at);
        sign({x(read.at), top + 42}, 9, read.who);
        besideSign({x(read.at), top + 46}, next, std::to_string(read.stock), Ink::Text, false);
    }
    int stock = lab::kStock;
    int sold = 0;
    double from = kLabels;
    const auto showStock = [&](double to, bool isWrong) {
        box(from, top + 6, to, top + 26,
            {.stroke = isWrong ? Ink::Wrong : Ink::Line, .fill = Ink::Base, .radius = 3});
        if (to - from > 24)
            text({from + 8, top + 20}, std::to_string(stock), Ink::Text, {.isBold = true});
        from = to;
    };
    bool isTooMuch = false;
    for (std::size_t i = 0; i < m_recording.sales.size(); ++i) {
        const lab::Sale& sale = m_recording.sales[i];
        const double place = x(sale.at);
        sold += sale.isRefused ? 0 : sale.amount;
        isTooMuch = isTooMuch || sold > lab::kStock;
        if (!sale.isRefused) {
            showStock(place, false);
            stock = sale.left;
        }
        sign({place, top + 68}, 9, sale.who);
        std::string words = std::to_string(sale.amount);
        if (sale.isRefused)
            words = Substitute(tr("$0: refused"), words);
        else if (sold > lab::kStock)
            words = Substitute(tr("$0: too many"), words);
        const bool isLast = i + 1 == m_recording.sales.size();
        besideSign({place, top + 72}, isLast ? right() : x(m_recording.sales[i + 1].at), words,
            sold > lab::kStock && !sale.isRefused ? Ink::Wrong : Ink::Text, sold > lab::kStock);
    }
    showStock(x(m_recording.end), isTooMuch);
}

Picture RunPainter::paint()
{
    paintAxis();
    paintBands();
    for (std::size_t i = 0; i < m_variant.masters; ++i) {
        for (int lock = 1; lock <= m_experiment.locks; ++lock)
            paintMaster(static_cast<char>('a' + i), lock);
    }
    paintCommands();
    for (std::size_t i = 0; i < m_experiment.contenders; ++i)
        paintLane(static_cast<char>('A' + i));
    paintFaults();
    paintTill();
    paintPills();
    return std::move(m_picture);
}

} // namespace

InkColours coloursOf(Ink ink, char who) noexcept
{
    struct Of {
        InkColours strong;
        InkColours wash;
    };
    constexpr std::array kContenders{Of{{0x0b63b5, 0x6cb2f5}, {0xcfe2f5, 0x234566}},
        Of{{0x00806a, 0x3fcfae}, {0xcbe8e1, 0x1b4d43}},
        Of{{0x8a4f9e, 0xd3a0e6}, {0xe8d9ee, 0x4b3557}},
        Of{{0x7a6500, 0xd9c45a}, {0xece5c4, 0x4a4420}}};
    const Of& contender = kContenders[static_cast<std::size_t>(who - 'A') % kContenders.size()];
    switch (ink) {
    case Ink::None:
        break;
    case Ink::Text:
        return {0x1d2430, 0xe4e7ec};
    case Ink::Muted:
        return {0x5f6b7f, 0xa3adbd};
    case Ink::Hair:
        return {0xe3e7ec, 0x2b3139};
    case Ink::Line:
        return {0x848d9c, 0x68727f};
    case Ink::Base:
        return {0xffffff, 0x171a1f};
    case Ink::OnColour:
        return {0xffffff, 0x12161c};
    case Ink::Wrong:
        return {0xc62828, 0xff6b5e};
    case Ink::WrongWash:
        return {0xfbe3e1, 0x42211f};
    case Ink::Accent:
        return {0x0b63b5, 0x6cb2f5};
    case Ink::Notice:
        return {0x935700, 0xf0b429};
    case Ink::Contender:
        return contender.strong;
    case Ink::ContenderWash:
        return contender.wash;
    }
    return {};
}

Picture drawSign(char who, double size)
{
    return {size, size, signOf({size / 2, size / 2}, size / 2, who)};
}

Picture drawRun(const RunToDraw& run, double width)
{
    constexpr double kLeast = 480;
    return RunPainter(run, std::max(width, kLeast)).paint();
}

std::vector<std::string> describeRun(const RunToDraw& run)
{
    const auto at = [&](SteadyTime time) {
        return words::runTimeText(std::chrono::duration_cast<milliseconds>(
            std::min(time, run.recording.end) - run.recording.start));
    };
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < run.experiment.contenders; ++i) {
        const char who = static_cast<char>('A' + i);
        std::string line = Substitute("$0", std::string(1, who));
        const auto ofLock = [&](int lock) {
            return run.experiment.locks == 1 ? std::string() : Substitute(tr(", lock $0"), lock);
        };
        for (const lab::Belief& belief : run.recording.beliefs) {
            if (belief.who == who)
                line += Substitute(tr(": believes from $0 to $1"), at(belief.from), at(belief.to))
                    + ofLock(belief.lock);
        }
        for (const lab::Stored& stored : run.recording.stored) {
            if (stored.who == who)
                line
                    += Substitute(tr(": stored on $0 from $1 to $2"), std::string(1, stored.master),
                           at(stored.from), at(stored.to.value_or(run.recording.end)))
                    + ofLock(stored.lock);
        }
        lines.push_back(std::move(line));
    }
    lines.push_back(words::rulingText(run.ruling, run.experiment.fault.outcome));
    return lines;
}

} // namespace lockkeeper::output
