// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/header_strip.h"

#include "core/words/master_words.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/glyph_mark.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/master_strip.h"
#include "ui/window/session.h"

#include <QHBoxLayout>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

Tone badgeTone(const config::Deployment& deployment)
{
    if (deployment.isSandbox)
        return Tone::Good;
    switch (deployment.deploymentClass) {
    case config::DeploymentClass::Production:
        return Tone::Bad;
    case config::DeploymentClass::Staging:
        return Tone::Notice;
    case config::DeploymentClass::Development:
        return Tone::Good;
    case config::DeploymentClass::Unclassified:
        break;
    }
    return Tone::Unknown;
}

} // namespace

QString quorumText(std::size_t up, std::size_t quorum, std::size_t masters)
{
    return QString::fromStdString(words::quorumText(up, quorum, masters));
}

HeaderStrip::Title titleOf(const Session& session)
{
    const config::Deployment& deployment = session.deployment();
    return {.name = safeText(deployment.name),
        .kind = deploymentWord(deployment),
        .tone = badgeTone(deployment),
        .agent = session.agent() ? session.agent()->url : QString()};
}

HeaderStrip::HeaderStrip(const Title& title, const Clock& clock, QWidget* parent)
    : QFrame(parent)
    , m_layout(new QHBoxLayout(this))
    , m_masters(new MasterStrip(clock, this))
    , m_quorumIcon(new GlyphMark(Glyph::Done, 16, this))
    , m_quorum(plainLabel({}, this))
    , m_clock(clock)
{
    m_quorum->setObjectName(u"quorumLabel"_s);
    m_layout->setContentsMargins(14, 9, 14, 9);
    m_layout->setSpacing(10);
    m_layout->addWidget(titleLabel(title.name, 2, this));
    if (!title.kind.isEmpty()) {
        auto* badge = new Badge(this);
        badge->setObjectName(u"kindBadge"_s);
        badge->setContent(title.kind, title.tone);
        m_layout->addWidget(badge);
    }
    if (!title.agent.isEmpty()) {
        m_agent = plainLabel(tr("agent %1").arg(title.agent), this);
        m_agent->setObjectName(u"agentLabel"_s);
        m_layout->addWidget(m_agent);
        showAgent();
    }
    m_layout->addSpacing(10);
    m_layout->addWidget(m_masters, 1);
    m_layout->addWidget(m_quorumIcon);
    m_layout->addWidget(m_quorum);
}

void HeaderStrip::addBesideBadge(QWidget* widget)
{
    m_layout->insertWidget(m_layout->indexOf(m_masters) - 1, widget);
}

void HeaderStrip::apply(const observe::BoardUpdate& update)
{
    m_agentLoss = update.agentLoss;
    m_masters->setMasters(update.masters, m_agentLoss);
    showAgent();
    if (m_agentLoss)
        return;
    const auto up = std::count_if(update.masters.begin(), update.masters.end(),
        [](const auto& master) { return master.link.state == redis::LinkState::Up; });
    const auto blind = std::ranges::count_if(
        update.masters, [](const auto& master) { return master.isBlind(); });
    showQuorum(static_cast<std::size_t>(up), static_cast<std::size_t>(up - blind), update.quorum,
        update.masters.size());
}

void HeaderStrip::tick()
{
    m_masters->tick();
    if (m_agentLoss)
        showAgent();
}

/// What the agent does; if nothing arrives from it, also in place of the quorum.
void HeaderStrip::showAgent()
{
    if (!m_agentLoss) {
        if (m_agent)
            m_agent->setToolTip(
                toolTipText(tr("A lockctl serve watches the masters and sends what it sees.")));
        return;
    }
    const auto passed = [&] {
        return durationText(std::chrono::duration_cast<std::chrono::milliseconds>(
            m_clock.now() - *m_agentLoss->heardAt));
    };
    const QString told = m_agentLoss->heardAt ? tr("no news from the agent for %1").arg(passed())
                                              : tr("no news from the agent yet");
    m_quorumIcon->setGlyph(Glyph::Failed);
    m_quorum->setText(told);
    emphasize(true);
    const QString why = sentencesText({clausesText({told, errorText(m_agentLoss->why)}),
        tr("How the masters and locks are now is not known.")});
    m_quorum->setToolTip(toolTipText(why));
    if (m_agent)
        m_agent->setToolTip(toolTipText(why));
}

void HeaderStrip::emphasize(bool isBold)
{
    QFont font = m_quorum->font();
    font.setBold(isBold);
    m_quorum->setFont(font);
}

void HeaderStrip::showQuorum(
    std::size_t up, std::size_t read, std::size_t quorum, std::size_t masters)
{
    const Glyph glyph = read < quorum ? Glyph::Failed
        : read < masters              ? Glyph::Warning
                                      : Glyph::Done;
    m_quorumIcon->setGlyph(glyph);
    m_quorum->setText(up >= quorum && read < quorum
            ? tr("only %1 of %2 can be read").arg(read).arg(masters)
            : quorumText(up, quorum, masters));
    m_quorum->setToolTip({});
    emphasize(read < quorum);
}

} // namespace lockkeeper::ui
