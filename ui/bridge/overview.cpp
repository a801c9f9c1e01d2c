// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/overview.h"

#include "core/config/deployments_file.h"
#include "core/loop/descriptor_limit.h"
#include "core/loop/mutex.h"
#include "core/observe/formats/format_set.h"
#include "core/observe/waits/deadlock_evidence.h"
#include "core/text/translate.h"

#include <system_error>

namespace lockkeeper::ui {

namespace {

constexpr std::chrono::milliseconds kTick{500};
/// Of the rest of the program.
constexpr std::uint64_t kOtherFiles = 512;

struct Problems {
    bool isStale = false;
    bool isSplit = false;
    bool isDeadlocked = false;
    [[nodiscard]] bool isAny() const noexcept { return isStale || isSplit || isDeadlocked; }
};

Problems problemsOf(const observe::LockEntry& entry)
{
    return {.isStale = observe::isStale(entry.stale),
        .isSplit = entry.countVotes().verdict == observe::Verdict::Split,
        .isDeadlocked = std::ranges::any_of(entry.stale, observe::isDeadlock)};
}

} // namespace

/// The watchers' thread writes, any thread reads.
class Overview::Tally {
public:
    void take(const observe::BoardUpdate& update, SteadyTime now)
    {
        for (const observe::LockEntryPtr& entry : update.changed) {
            if (const Problems problems = problemsOf(*entry); problems.isAny())
                m_problems[entry->resource] = problems;
            else
                m_problems.erase(entry->resource);
        }
        for (const Resource& resource : update.gone)
            m_problems.erase(resource);
        DeploymentCounts counts{.locks = static_cast<int>(update.locks)};
        for (const auto& [resource, problems] : m_problems) {
            counts.stale += problems.isStale ? 1 : 0;
            counts.split += problems.isSplit ? 1 : 0;
            counts.deadlocked += problems.isDeadlocked ? 1 : 0;
        }
        counts.addMasters(update, now);
        if (update.error)
            counts.error = trData(update.error->text);
        const MutexLock locked(m_mutex);
        m_counts = std::move(counts);
    }
    [[nodiscard]] DeploymentCounts counts() const
    {
        const MutexLock locked(m_mutex);
        return m_counts;
    }

private:
    std::map<Resource, Problems> m_problems; ///< watchers' thread
    mutable Mutex m_mutex;
    DeploymentCounts m_counts LK_GUARDED_BY(m_mutex){.isLooking = true};
};

Overview::Overview(const Clock& clock, const observe::ProcessProbe& processes)
    : m_clock(clock)
    , m_processes(processes)
{
    m_tick.setInterval(kTick);
    connect(&m_tick, &QTimer::timeout, this, &Overview::collect);
}

Overview::~Overview()
{
    stop();
}

void Overview::watch(const std::filesystem::path& file)
{
    stop();
    m_tick.start();
    m_opener.runLatest(
        this,
        [file] {
            std::vector<Opened> opened;
            const auto read = config::DeploymentsFile::load(file, observe::formatNames());
            for (const config::Deployment& deployment : read.deployments())
                opened.push_back({deployment.name, read.open(deployment.name)});
            return opened;
        },
        [this](std::vector<Opened> opened) {
            if (isOn())
                begin(std::move(opened));
        });
}

void Overview::begin(std::vector<Opened> opened)
{
    std::uint64_t needed = kOtherFiles;
    for (const Opened& one : opened) {
        if (one.deployment)
            needed += observe::descriptorsFor(*one.deployment);
    }
    raiseDescriptorLimit(needed);
    m_watchers = std::make_unique<observe::WatcherGroup>();
    for (Opened& one : opened) {
        DeploymentCounts& counts = m_counts[one.name] = {.isLooking = true};
        if (!one.deployment) {
            counts.error = trData(one.deployment.error().text);
            continue;
        }
        auto tally = std::make_unique<Tally>();
        try {
            m_watchers->add(std::move(*one.deployment), m_clock, m_processes,
                [tally = tally.get(), this](
                    const observe::BoardUpdate& update) { tally->take(update, m_clock.now()); });
            m_tallies.emplace(one.name, std::move(tally));
        } catch (const std::system_error& error) {
            counts.error = error.what();
        }
    }
    m_watchers->start();
    Q_EMIT changed();
}

void Overview::stop()
{
    const bool wasOn = isOn();
    m_tick.stop();
    m_watchers.reset();
    m_tallies.clear();
    m_counts.clear();
    if (wasOn)
        Q_EMIT changed();
}

std::optional<DeploymentCounts> Overview::countsOf(const std::string& name) const
{
    const auto found = m_counts.find(name);
    return found == m_counts.end() ? std::nullopt : std::optional(found->second);
}

void Overview::collect()
{
    bool isNews = false;
    for (const auto& [name, tally] : m_tallies) {
        DeploymentCounts next = tally->counts();
        DeploymentCounts& known = m_counts[name];
        isNews = isNews || next != known;
        known = std::move(next);
    }
    if (isNews)
        Q_EMIT changed();
}

} // namespace lockkeeper::ui
