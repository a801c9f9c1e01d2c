// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/free_play.h"

#include "app/lab/stage.h"
#include "core/files/system_error.h"

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

namespace lockkeeper::lab {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kPlayLook{40};
constexpr std::chrono::seconds kShown{20};
constexpr milliseconds kDeedTtl{3000};
constexpr int kAmount = 4;

struct Hand {
    Way way{};
    bool isAlive = false;
    bool isPaused = false;
    bool isHeldBack = false;
    bool isTaking = false;
    std::optional<SteadyTime> worksUntil{};
    SteadyTime since{};
};

class FreeRun {
public:
    FreeRun(Stage& stage, const FreePlayOptions& options)
        : m_stage(stage)
        , m_options(options)
        , m_start(stage.recording().start)
    {
        for (std::size_t i = 0; i < options.masters; ++i)
            m_masters.push_back({.id = static_cast<char>('a' + i), .since = m_start});
    }

    void play();

private:
    void make(const Move& move);
    void noteDeaths();
    void noteDeath(const ContenderState& state);
    [[nodiscard]] Result<void> perform(const Move& move);
    [[nodiscard]] Result<void> take(char who, const Way& way);
    [[nodiscard]] Result<void> setFar(char who, char master, bool isFar);
    [[nodiscard]] Result<void> setFar(char master, bool isFar);
    void note(const Deed& deed);
    void noteOfMaster(const Deed& deed);
    void work(const ContenderState& state);
    [[nodiscard]] Scene scene();
    Hand& hand(char who) { return m_hands[static_cast<std::size_t>(who - 'A')]; }
    MasterState& master(char id) { return m_masters[static_cast<std::size_t>(id - 'a')]; }

    Stage& m_stage;
    const FreePlayOptions& m_options;
    SteadyTime m_start;
    std::array<Hand, kMostContenders> m_hands{};
    std::vector<MasterState> m_masters;
    std::vector<Step> m_moves;
    std::vector<SteadyTime> m_movedAt;
    std::vector<Overlap> m_overlaps;
    std::string m_problem;
};

Result<void> FreeRun::take(char who, const Way& way)
{
    Hand& one = hand(who);
    const auto states = m_stage.contenders();
    const auto state = std::ranges::find(states, who, &ContenderState::who);
    if (state == states.end() || !state->isAlive || one.way != way) {
        Variant variant;
        variant.scheme = way.scheme;
        variant.masters = m_options.masters;
        variant.isRenewed = way.isRenewed;
        variant.isFenced = way.isFenced;
        auto started = m_stage.startContender(who, variant, way.ttl).and_then([this] {
            return m_stage.awaitContenders();
        });
        if (!started)
            return started;
        one = {.way = way};
        for (const MasterState& to : m_masters) {
            if (started)
                started = setFar(who, to.id, to.isFar);
        }
        if (!started)
            return started;
    }
    one.isTaking = true;
    one.worksUntil.reset();
    return m_stage.perform({.kind = Deed::Kind::Take, .who = who});
}

Result<void> FreeRun::setFar(char who, char master, bool isFar)
{
    return m_stage.perform(
        {.kind = isFar ? Deed::Kind::Far : Deed::Kind::Near, .who = who, .master = master});
}

/// Contenders that start later get it then.
Result<void> FreeRun::setFar(char master, bool isFar)
{
    Result<void> done;
    for (const ContenderState& one : m_stage.contenders()) {
        if (done && one.isAlive)
            done = setFar(one.who, master, isFar);
    }
    return done;
}

Result<void> FreeRun::perform(const Move& move)
{
    const Deed& deed = move.deed;
    if (deed.kind == Deed::Kind::Take)
        return take(deed.who, move.way);
    if (deed.isOfMaster() && (deed.kind == Deed::Kind::Far || deed.kind == Deed::Kind::Near))
        return setFar(deed.who, deed.kind == Deed::Kind::Far);
    return m_stage.perform(deed);
}

void FreeRun::make(const Move& move)
{
    m_movedAt.push_back(BootClock::now());
    m_moves.push_back({.deed = move.deed});
    const auto done = perform(move);
    m_problem = done ? std::string() : done.error().text;
    if (!done) {
        m_moves.pop_back();
        m_movedAt.pop_back();
    } else if (move.deed.isOfMaster()) {
        noteOfMaster(move.deed);
    } else {
        note(move.deed);
    }
}

/// Counts as killed, so that its locks are forgotten.
void FreeRun::noteDeaths()
{
    for (std::size_t i = 0; i < m_masters.size(); ++i) {
        const bool isRunning = m_stage.isRunning(i);
        if (std::exchange(m_masters[i].isRunning, isRunning) && !isRunning)
            make({.deed = {.kind = Deed::Kind::Kill, .who = m_masters[i].id}});
    }
}

void FreeRun::noteDeath(const ContenderState& state)
{
    if (std::exchange(hand(state.who).isAlive, state.isAlive) && !state.isAlive)
        make({.deed = {.kind = Deed::Kind::Kill, .who = state.who}});
}

void FreeRun::note(const Deed& deed)
{
    Hand& one = hand(deed.who);
    std::vector<char>& cut = master(deed.master).cutFrom;
    switch (deed.kind) {
    case Deed::Kind::Pause:
    case Deed::Kind::Resume:
        one.isPaused = deed.kind == Deed::Kind::Pause;
        one.since = m_movedAt.back();
        break;
    case Deed::Kind::Kill:
    case Deed::Kind::Leave:
        one.isAlive = one.isAlive && deed.kind == Deed::Kind::Leave;
        one.isPaused = one.isPaused && deed.kind == Deed::Kind::Leave;
        one.isTaking = false;
        one.worksUntil.reset();
        break;
    case Deed::Kind::HoldAt:
    case Deed::Kind::GoOn:
        one.isHeldBack = deed.kind == Deed::Kind::HoldAt;
        break;
    case Deed::Kind::CutOff:
        cut.push_back(deed.who);
        break;
    case Deed::Kind::Reach:
        std::erase(cut, deed.who);
        break;
    default:
        break;
    }
}

void FreeRun::noteOfMaster(const Deed& deed)
{
    MasterState& one = master(deed.who);
    one.since = m_movedAt.back();
    switch (deed.kind) {
    case Deed::Kind::Pause:
    case Deed::Kind::Resume:
        one.isPaused = deed.kind == Deed::Kind::Pause;
        break;
    case Deed::Kind::Kill:
    case Deed::Kind::StartEmpty:
    case Deed::Kind::StartWithData:
    case Deed::Kind::FailOver:
        one.isRunning = deed.kind != Deed::Kind::Kill;
        one.isPaused = false;
        break;
    case Deed::Kind::Far:
    case Deed::Kind::Near:
        one.isFar = deed.kind == Deed::Kind::Far;
        break;
    case Deed::Kind::SetAhead:
        one.ahead = deed.amount;
        break;
    default:
        break;
    }
}

/// Like a program that trusts its lock: without a check.
void FreeRun::work(const ContenderState& state)
{
    Hand& one = hand(state.who);
    const auto tell = [&](Deed::Kind kind, int amount = 0) {
        const auto told = m_stage.perform({.kind = kind, .who = state.who, .amount = amount});
        if (!told)
            m_problem = told.error().text;
    };
    if (one.isTaking && state.holds) {
        one.isTaking = false;
        one.worksUntil = BootClock::now() + one.way.work;
        tell(Deed::Kind::Read);
    } else if (one.worksUntil && BootClock::now() >= *one.worksUntil) {
        one.worksUntil.reset();
        tell(Deed::Kind::Sell, kAmount);
        tell(Deed::Kind::Free);
    }
}

Scene FreeRun::scene()
{
    Scene scene{.start = m_start,
        .recent = m_stage.recordingSince(BootClock::now() - kShown),
        .moves = m_moves,
        .contenders = m_stage.contenders(),
        .masters = m_masters,
        .hasReplica = m_stage.hasReplica(),
        .till = m_stage.till(),
        .problem = m_problem};
    for (std::size_t i = 0; i < m_moves.size(); ++i)
        scene.recent.steps.push_back({i, m_movedAt[i]});
    for (ContenderState& state : scene.contenders) {
        const Hand& one = hand(state.who);
        state.isPaused = state.isAlive && one.isPaused;
        state.isHeldBack = one.isHeldBack;
        if (state.isPaused)
            state.since = one.since;
    }
    scene.ruling = judge(scene.recent, m_options.masters);
    for (const Overlap& seen : scene.ruling.overlaps) {
        const auto known = std::ranges::find_if(m_overlaps, [&](const Overlap& one) {
            return one.first == seen.first && one.second == seen.second && one.from == seen.from;
        });
        if (known == m_overlaps.end())
            m_overlaps.push_back(seen);
        else
            known->to = seen.to;
    }
    scene.overlaps = m_overlaps;
    return scene;
}

void FreeRun::play()
{
    while (!m_options.isCancelled()) {
        for (const Move& move : m_options.nextMoves(BootClock::now() + kPlayLook))
            make(move);
        noteDeaths();
        for (const ContenderState& state : m_stage.contenders()) {
            noteDeath(state);
            work(state);
        }
        m_options.onScene(scene());
    }
}

Result<void> playOnFreeStage(const FreePlayOptions& options)
{
    auto stage = Stage::start({.masters = options.masters,
        .hasReplica = options.hasReplica,
        .areClocksSet = true,
        .isDataKept = true,
        .ttl = kDeedTtl});
    if (!stage)
        return tl::make_unexpected(std::move(stage.error()));
    (*stage)->begin();
    options.onStart((*stage)->urls());
    FreeRun(**stage, options).play();
    return {};
}

} // namespace

Result<void> playFreely(const FreePlayOptions& options)
{
    try {
        return playOnFreeStage(options);
    } catch (const std::system_error& error) {
        return noThreadError(error);
    }
}

} // namespace lockkeeper::lab
