// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/header_strip.h"

#include "core/words/master_words.h"
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
        auto* agent = plainLabel(tr("agent %1").arg(title.agent), this);
        agent->setObjectName(u"agentLabel"_s);
        agent->setToolTip(tr("A lockctl serve watches the masters and sends what it sees."));
        m_layout->addWidget(agent);
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
    m_masters->setMasters(update.masters);
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
    QFont font = m_quorum->font();
    font.setBold(read < quorum);
    m_quorum->setFont(font);
}

} // namespace lockkeeper::ui
