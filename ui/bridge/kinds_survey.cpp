// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/kinds_survey.h"

#include "core/config/deployments_file.h"
#include "core/observe/formats/format_set.h"
#include "core/observe/kinds/kind_collector.h"
#include "core/observe/watcher.h"
#include "core/words/master_words.h"

#include <QDate>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

KindsFound look(const config::Deployment& deployment, const Clock& clock,
    const observe::ProcessProbe& processes)
{
    KindsFound found;
    auto formats = observe::FormatSet::of(deployment);
    if (!formats) {
        found.error = std::move(formats.error());
        return found;
    }
    observe::KindCollector collector(std::move(*formats), clock);
    observe::WatchOptions options;
    options.onReading = [&](const observe::KeyReading& reading) { collector.add(reading); };
    const auto board = observe::sweepOnce(deployment, clock, processes, std::move(options));
    found.error = board.error;
    found.list = collector.kinds();
    found.failures = words::unreadMasterErrors(board);
    found.isComplete = found.failures.empty() && !found.list.isCut;
    return found;
}

std::vector<config::FormatHint> withHint(
    std::vector<config::FormatHint> hints, const config::FormatHint& hint)
{
    const auto same = std::ranges::find(hints, hint.keys, &config::FormatHint::keys);
    if (same == hints.end())
        hints.push_back(hint);
    else
        same->format = hint.format;
    return hints;
}

std::string commentFor(observe::KindAnswer answer)
{
    const QString date = QDate::currentDate().toString(Qt::ISODate);
    return (answer == observe::KindAnswer::Lock ? u"locks (lockkeeper, %1)"_s
                                                : u"no locks (lockkeeper, %1)"_s)
        .arg(date)
        .toStdString();
}

HintSettled write(
    const std::filesystem::path& path, const config::NewHint& hint, HintSettled outcome)
{
    auto file = config::DeploymentsFile::load(path, observe::formatNames());
    const auto written = file.addHint(hint);
    if (!written)
        outcome.error = written.error();
    return outcome;
}

} // namespace

KindsSurvey::KindsSurvey(
    config::Deployment deployment, std::filesystem::path file, const Clock& clock, QObject* parent)
    : QObject(parent)
    , m_deployment(std::move(deployment))
    , m_file(std::move(file))
    , m_clock(clock)
{ }

KindsSurvey::~KindsSurvey()
{
    m_isEnding = true;
}

bool KindsSurvey::start()
{
    if (std::exchange(m_isRunning, true))
        return false;
    const auto count = [this, deployment = m_deployment] {
        return std::make_shared<const KindsFound>(look(deployment, m_clock, m_processes));
    };
    m_tasks.run(this, count, [this](const std::shared_ptr<const KindsFound>& found) {
        m_isRunning = false;
        Q_EMIT finished(found);
    });
    return true;
}

bool KindsSurvey::learn(std::chrono::milliseconds time)
{
    if (std::exchange(m_isRunning, true))
        return false;
    const auto listen = [this, time, deployment = m_deployment] {
        const auto learnt = observe::learnKinds(deployment,
            {.time = time, .isCancelled = [this] { return m_isEnding.load(); }}, m_clock);
        KindsLearnt result;
        if (learnt)
            result.learnt = *learnt;
        else
            result.error = learnt.error();
        return std::make_shared<const KindsLearnt>(std::move(result));
    };
    m_tasks.run(this, listen, [this](const std::shared_ptr<const KindsLearnt>& result) {
        m_isRunning = false;
        Q_EMIT learnt(result);
    });
    return true;
}

bool KindsSurvey::settle(const observe::HintPlan& plan, observe::KindAnswer answer)
{
    if (std::exchange(m_isRunning, true))
        return false;
    HintSettled outcome{.plan = plan,
        .file = m_file,
        .hints = withHint(m_deployment.formatHints, plan.hint),
        .error = std::nullopt};
    const config::NewHint hint{m_deployment.name, plan.hint, commentFor(answer)};
    const auto settle = [hint, outcome = std::move(outcome)] {
        return outcome.file.empty() ? outcome : write(outcome.file, hint, outcome);
    };
    m_tasks.run(this, settle, [this](const HintSettled& done) { finish(done); });
    return true;
}

void KindsSurvey::finish(const HintSettled& outcome)
{
    m_isRunning = false;
    if (!outcome.error)
        m_deployment.formatHints = outcome.hints;
    Q_EMIT settled(outcome);
}

} // namespace lockkeeper::ui
