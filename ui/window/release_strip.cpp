// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/release_strip.h"

#include "core/words/outcome_words.h"
#include "ui/bridge/session.h"
#include "ui/dialogs/lock_dialogs.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"

#include <QStringList>
#include <ranges>

namespace lockkeeper::ui {

namespace {

constexpr int kMostStories = 8; ///< that a line unfolds to: more would fill the window

} // namespace

ReleaseStrip::ReleaseStrip(
    Session& session, NoticeStack& notices, LockDialogs& dialogs, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_notices(notices)
{
    ReleaseRunner& runner = session.releases();
    connect(&runner, &ReleaseRunner::executed, this, &ReleaseStrip::begin);
    connect(&runner, &ReleaseRunner::finishing, this, &ReleaseStrip::wait);
    connect(&runner, &ReleaseRunner::finishedLater, this, &ReleaseStrip::endWaiting);
    connect(&session.locks(), &LockStore::slotsChanged, this, &ReleaseStrip::seeSlots);
    connect(&dialogs, &LockDialogs::stepDone, this, &ReleaseStrip::addStep);
    connect(&notices, &NoticeStack::buttonClicked, this, &ReleaseStrip::press);
    connect(&notices, &NoticeStack::dismissed, this, [this](int id) {
        m_followed.erase(id);
        m_several.erase(id);
    });
}

void ReleaseStrip::addStep(int run, const release::Plan& plan, const ReleaseResult& result)
{
    if (std::exchange(m_run, run) != run)
        m_runLine = 0;
    if (!result || result->hasHolderChanged || !result->isQuorumFreed)
        return;
    ReleaseStory story(plan, m_session.clock().now(), m_session.clock().wallNow());
    if (!m_several.contains(m_runLine)) {
        m_runLine = m_notices.add({.glyph = Glyph::Done, .tone = Tone::Good, .text = story.text()});
        m_several[m_runLine] = {};
    }
    m_several[m_runLine].stories.push_back(std::move(story));
    showSeveral(m_runLine);
}

QString ReleaseStrip::finishText()
{
    return tr("Finish when they answer");
}

void ReleaseStrip::press(int id)
{
    if (const auto followed = m_followed.find(id); followed != m_followed.end())
        return m_session.releases().finish(followed->second.resource);
    const auto found = m_several.find(id);
    if (found == m_several.end())
        return; // a button of another line
    found->second.isUnfolded = !found->second.isUnfolded;
    showSeveral(id);
}

void ReleaseStrip::showSeveral(int id)
{
    const Several& several = m_several[id];
    QStringList lines{storiesText(several.stories)};
    const bool isFoldable = several.stories.size() > 1;
    if (isFoldable && several.isUnfolded)
        lines << storyLines(several.stories, kMostStories);
    m_notices.change(
        id, {.glyph = Glyph::Done, .tone = Tone::Good, .text = lines.join(QLatin1Char('\n'))});
    m_notices.setButtonText(id,
        !isFoldable              ? QString()
            : several.isUnfolded ? tr("Fold")
                                 : tr("Unfold"));
}

void ReleaseStrip::begin(const release::Plan& plan, const ReleaseResult& result)
{
    if (!result || result->hasHolderChanged)
        return;
    Followed followed{.resource = plan.resource};
    if (result->isQuorumFreed)
        followed.story.emplace(plan, m_session.clock().now(), m_session.clock().wallNow());
    else if (release::unansweredMasters(*result).empty())
        return;
    followed.isOpen = !release::unansweredMasters(*result).empty();
    m_followed.emplace(
        m_notices.add(lineOf(followed), followed.isOpen ? finishText() : QString()), followed);
}

void ReleaseStrip::wait(const Resource& resource, const std::vector<MasterId>& masters)
{
    QStringList names;
    for (const MasterId& master : masters)
        names << safeText(master.value());
    for (auto& [id, followed] : m_followed | std::views::reverse) {
        if (followed.resource != resource)
            continue;
        followed.waiting = tr("waits for %1 to answer").arg(listText(names));
        followed.isOpen = false;
        m_notices.setButtonText(id, {});
        return show(id, followed);
    }
}

void ReleaseStrip::endWaiting(const Resource& resource, const ReleaseResult& result)
{
    for (auto& [id, followed] : m_followed | std::views::reverse) {
        if (followed.resource != resource || followed.waiting.isEmpty())
            continue;
        followed.waiting = result ? QString::fromStdString(words::reportText(*result))
                                  : errorText(result.error());
        followed.isOpen = !result;
        followed.isFreed = result && result->isQuorumFreed;
        m_notices.setButtonText(id, result ? QString() : finishText());
        return show(id, followed);
    }
}

void ReleaseStrip::seeSlots(const std::vector<int>& slots)
{
    if (m_followed.empty() && m_several.empty())
        return;
    const LockRows& rows = m_session.locks().rows();
    const SteadyTime now = m_session.clock().now();
    const WallTime wallNow = m_session.clock().wallNow();
    for (const int slot : slots) {
        for (auto& [id, followed] : m_followed) {
            if (followed.story && followed.story->see(rows[slot], now, wallNow))
                show(id, followed);
        }
        for (auto& [id, several] : m_several) {
            for (ReleaseStory& story : several.stories) {
                if (story.see(rows[slot], now, wallNow))
                    showSeveral(id);
            }
        }
    }
}

void ReleaseStrip::show(int id, const Followed& followed)
{
    m_notices.change(id, lineOf(followed));
}

NoticeStack::Line ReleaseStrip::lineOf(const Followed& followed)
{
    const bool isFreed = followed.story || followed.isFreed;
    const QString told = followed.story ? followed.story->text()
        : followed.isFreed              ? tr("%1: freed").arg(safeText(followed.resource.value()))
                           : tr("%1: not freed yet, its holder may still have a quorum")
                                 .arg(safeText(followed.resource.value()));
    return {.glyph = isFreed ? Glyph::Done : Glyph::Warning,
        .tone = isFreed ? Tone::Good : Tone::Notice,
        .text = followed.waiting.isEmpty() ? told : tr("%1; %2").arg(told, followed.waiting),
        .isQuestion = followed.isOpen};
}

} // namespace lockkeeper::ui
