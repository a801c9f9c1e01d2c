// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/output/change_json.h"
#include "app/ctl/serve/board_store.h"
#include "app/ctl/serve/page_json.h"
#include "app/language/language.h"
#include "core/words/problem_words.h"

#include <array>
#include <set>
#include <tuple>
#include <unordered_map>

namespace lockkeeper::ctl {

/// A deployment's board for the page of `lockctl serve --board`: rows with all words, in each
/// language, made only while a client listens.
///
/// A problem counts after kSettle, so that brief ones move no rows. Above kMostLocks, only locks
/// with a problem are shown. Thread-safe; call take() on one thread.
class PageStore {
public:
    static constexpr std::size_t kMostLocks = 100'000;
    static constexpr std::size_t kMostFirst = 3;
    static constexpr std::chrono::seconds kSettle{2};
    /// As BoardStore::kHeartbeat.
    static constexpr std::chrono::seconds kHeartbeat{1};

    struct Options {
        std::string run{}; ///< in event ids; differs per process
        std::string lineOptions{};
        const observe::ProcessProbe& processes;
    };
    PageStore(config::Deployment deployment, Options options, const Clock& clock);

    void take(const observe::BoardUpdate& update);

    [[nodiscard]] const std::string& run() const noexcept { return m_options.run; }
    [[nodiscard]] EventLog& events(Language language) { return viewOf(language).events; }
    /// One line. Null before the first update.
    [[nodiscard]] BoardText board(Language language);
    void writeSummary(output::JsonWriter& out, Language language) const;
    /// Null: unknown.
    [[nodiscard]] SharedText lock(Language language, std::string_view id) const;

private:
    struct Row {
        PageRow shown;
        Deadlines deadlines{};
        std::uint64_t revision = 0;
        int latestUrgency = words::kNotUrgent;
        SteadyTime urgencyAt{};
        bool isUnknown = false;
    };
    using Rows = std::unordered_map<Resource, Row>;
    using Problem = std::tuple<int, Resource>;
    struct View {
        const Catalogue* catalogue;
        EventLog events{};
        TextCache text{};
        SteadyTime listenedAt = SteadyTime::min();
    };
    struct News {
        std::set<Resource> rows;
        std::vector<Resource> gone;
    };
    struct Picture {
        observe::BoardUpdate board;
        std::vector<PageRow> rows;
        std::uint64_t update = 0;
        std::uint64_t event = 0;
    };

    [[nodiscard]] View& viewOf(Language language)
    {
        return m_views[static_cast<std::size_t>(language)];
    }
    void takeEntry(const observe::LockEntryPtr& entry, News& news) LK_REQUIRES(m_mutex);
    void takeGone(const Resource& resource, News& news) LK_REQUIRES(m_mutex);
    void noteAges(News& news) LK_REQUIRES(m_mutex);
    void settle(News& news) LK_REQUIRES(m_mutex);
    void setUrgency(Row& row, int urgency) LK_REQUIRES(m_mutex);
    void publish(const News& news) LK_REQUIRES(m_mutex);
    [[nodiscard]] bool isShown(const Row& row) const LK_REQUIRES(m_mutex);
    [[nodiscard]] PageSummary summary() const LK_REQUIRES(m_mutex);
    [[nodiscard]] SharedText eventOf(const News& news, const View& view, std::uint64_t number) const
        LK_REQUIRES(m_mutex);
    [[nodiscard]] TextCache::Made makeBoard(const View& view);

    const config::Deployment m_deployment;
    const Options m_options;
    const Clock& m_clock;
    std::array<View, 2> m_views; ///< by language

    mutable Mutex m_mutex;
    Rows m_rows LK_GUARDED_BY(m_mutex);
    std::set<Problem> m_problems LK_GUARDED_BY(m_mutex); ///< listed, by urgency
    std::set<Resource> m_unsettled LK_GUARDED_BY(m_mutex); ///< urgency just changed
    std::size_t m_unknown LK_GUARDED_BY(m_mutex) = 0;
    observe::BoardUpdate m_board LK_GUARDED_BY(m_mutex); ///< without locks
    std::uint64_t m_update LK_GUARDED_BY(m_mutex) = 0;
    bool m_areOnlyProblems LK_GUARDED_BY(m_mutex) = false;
    bool m_hasBegun LK_GUARDED_BY(m_mutex) = false; ///< all masters were swept, or don't answer
    bool m_wasOld LK_GUARDED_BY(m_mutex) = false; ///< some master's votes
    SteadyTime m_lastEvent LK_GUARDED_BY(m_mutex){};
};

} // namespace lockkeeper::ctl
