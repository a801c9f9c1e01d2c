// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/header_strip.h"

#include "core/observe/board/failover.h"
#include "core/words/master_words.h"
#include "ui/bridge/session.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"
#include "ui/widgets/glyph_mark.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/master_strip.h"
#include "ui/widgets/spoken.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {
constexpr int kPadding = 8;
constexpr int kMargin = 3;
} // namespace

Badge::Badge(QWidget* parent)
    : QWidget(parent)
{
    QFont bold = font();
    bold.setBold(true);
    bold.setLetterSpacing(QFont::AbsoluteSpacing, 0.6);
    setFont(bold);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setSpokenRole(*this, QAccessible::StaticText);
}

void Badge::setContent(const QString& word, Tone tone)
{
    m_text = word;
    m_tone = tone;
    setAccessibleName(word);
    updateGeometry();
    update();
}

QSize Badge::sizeHint() const
{
    const QFontMetrics metrics = fontMetrics();
    return {metrics.horizontalAdvance(m_text) + 2 * kPadding, metrics.height() + 2 * kMargin};
}

void Badge::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor ground = toneColour(m_tone, palette());
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawRoundedRect(rect(), 4, 4);
    painter.setPen(ground.lightness() > 140 ? Qt::black : Qt::white);
    painter.drawText(rect(), Qt::AlignCenter, m_text);
}

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
    m_layout->setContentsMargins(16, 16, 16, 16);
    m_layout->setSpacing(8);
    m_layout->addWidget(titleLabel(title.name, TextSize::Title, this));
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

void HeaderStrip::showPermission(const ChangePermission& permission)
{
    if (!permission.isNeeded())
        return;
    m_permission = &permission;
    m_changes = plainLabel({}, this);
    m_changes->setObjectName(u"changesLabel"_s);
    setTip(*m_changes, permission.refusal());
    m_changesButton = new QPushButton(this);
    m_changesButton->setObjectName(u"changesButton"_s);
    m_changesButton->setAutoDefault(false);
    m_changesButton->setVisible(permission.isOffered());
    auto* layout = new QHBoxLayout;
    layout->setSpacing(8);
    layout->addWidget(m_changes);
    layout->addWidget(m_changesButton);
    m_layout->insertLayout(m_layout->indexOf(m_masters) - 1, layout);
    connect(m_changesButton, &QPushButton::clicked, this, &HeaderStrip::changesPressed);
    connect(&permission, &ChangePermission::changed, this, &HeaderStrip::showChanges);
    showChanges();
}

void HeaderStrip::showChanges()
{
    const auto left = m_permission->remaining();
    m_changes->setText(
        left ? tr("changes allowed, %1 left").arg(durationText(*left)) : tr("read-only"));
    m_changes->setForegroundRole(left ? QPalette::WindowText : QPalette::PlaceholderText);
    QFont font = m_changes->font();
    font.setBold(left.has_value());
    m_changes->setFont(font);
    m_changesButton->setText(left ? tr("End changes") : tr("Allow changes\u2026"));
    setTip(*m_changesButton,
        left ? tr("Makes this window read-only again and releases its leases")
             : tr("Asks for how long locks may be acquired and released from this window"));
}

void HeaderStrip::apply(const observe::BoardUpdate& update)
{
    m_agentLoss = update.agentLoss;
    m_masters->setMasters(update.masters, m_agentLoss);
    showAgent();
    if (m_agentLoss)
        return;
    showQuorum(update);
}

void HeaderStrip::tick()
{
    m_masters->tick();
    if (m_permission && m_permission->remaining())
        showChanges();
    if (m_agentLoss)
        showAgent();
}

void HeaderStrip::showAgent()
{
    if (!m_agentLoss) {
        if (m_agent)
            setTip(*m_agent, tr("A lockctl serve watches the masters and sends what it sees."));
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
    setTip(*m_quorum, why);
    if (m_agent)
        setTip(*m_agent, why);
}

void HeaderStrip::emphasize(bool isBold)
{
    QFont font = m_quorum->font();
    font.setBold(isBold);
    m_quorum->setFont(font);
}

void HeaderStrip::showQuorum(const observe::BoardUpdate& update)
{
    const observe::QuorumState state
        = observe::quorumState(update.masters, update.quorum, m_clock.now());
    m_quorumIcon->setGlyph(state.isLost() ? Glyph::Failed
            : state.isWhole()             ? Glyph::Done
                                          : Glyph::Warning);
    m_quorum->setText(quorumText(state));
    setTip(*m_quorum, QString());
    emphasize(state.isLost());
}

} // namespace lockkeeper::ui
