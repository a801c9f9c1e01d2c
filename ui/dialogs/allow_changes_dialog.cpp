// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/allow_changes_dialog.h"

#include "ui/look/look_style.h"
#include "ui/models/words/words.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/spoken.h"

#include <QButtonGroup>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <array>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {
constexpr std::array kMinutes{5, 15, 60};
constexpr int kTextWidth = 460;
} // namespace

AllowChangesDialog::AllowChangesDialog(const config::Deployment& deployment, QWidget* parent)
    : QDialog(parent)
    , m_name(safeText(deployment.name))
    , m_isNameAsked(deployment.deploymentClass == config::DeploymentClass::Production)
    , m_times(new QButtonGroup(this))
    , m_typed(new QLineEdit(this))
    , m_wrongName(wrongNameLabel(this))
    , m_allow(new QPushButton(this))
    , m_cancel(namedButton(tr("Cancel"), u"cancelButton"_s, this))
{
    setObjectName(u"allowChangesDialog"_s);
    setWindowTitle(tr("Allow changes on %1").arg(m_name));
    nameWidget(*m_typed, u"nameLineEdit"_s, tr("Name of the deployment"));
    m_typed->setAccessibleDescription(tr("Type %1 to confirm").arg(m_name));
    m_typed->setPlaceholderText(m_name);
    m_allow->setObjectName(u"allowButton"_s);
    m_allow->setAutoDefault(false);
    createLayout();
    connectSignals();
    updateButton();
}

void AllowChangesDialog::createLayout()
{
    auto* layout = dialogBox(this, 8, kTextWidth);
    layout->addWidget(titleLabel(windowTitle(), TextSize::Title, this));
    layout->addWidget(wrappingLabel(
        tr("%1 is read-only. For a time you can acquire and release locks there from this window. "
           "When the time is over, the leases of this window are released.")
            .arg(m_name),
        this));
    layout->addWidget(createTimes());
    if (m_isNameAsked) {
        auto* caption = plainLabel(tr("This is production. Type its name to confirm:"), this);
        caption->setBuddy(m_typed);
        layout->addWidget(caption);
        layout->addWidget(m_typed);
        layout->addWidget(m_wrongName);
    }
    m_typed->setVisible(m_isNameAsked);
    layout->addStretch(1);
    layout->addWidget(new DialogButtons(this,
        {{m_allow, QDialogButtonBox::DestructiveRole}, {m_cancel, QDialogButtonBox::RejectRole}}));
    setTabOrder(m_times->button(kMinutes.back()), m_typed);
    setTabOrder(m_typed, m_allow);
    if (m_isNameAsked)
        m_typed->setFocus();
    else
        m_times->checkedButton()->setFocus();
}

QWidget* AllowChangesDialog::createTimes()
{
    auto* row = new QWidget(this);
    auto* layout = boxLayout<QHBoxLayout>(row, {}, 16);
    for (const int minutes : kMinutes) {
        auto* button = new QRadioButton(tr("%1 minutes").arg(minutes), row);
        button->setObjectName(u"time%1RadioButton"_s.arg(minutes));
        button->setAccessibleDescription(tr("Allow changes for this time"));
        // Once focused, Qt lets only the chosen button take Tab.
        button->setFocusPolicy(minutes == kMinutes.front() ? Qt::StrongFocus : Qt::ClickFocus);
        m_times->addButton(button, minutes);
        layout->addWidget(button);
    }
    m_times->button(kMinutes.front())->setChecked(true);
    layout->addStretch(1);
    return row;
}

void AllowChangesDialog::connectSignals()
{
    connect(m_typed, &QLineEdit::textChanged, this, &AllowChangesDialog::updateButton);
    connect(m_times, &QButtonGroup::idToggled, this, &AllowChangesDialog::updateButton);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_allow, &QPushButton::clicked, this, [this] {
        Q_EMIT allowed(time());
        accept();
    });
}

std::chrono::minutes AllowChangesDialog::time() const
{
    return std::chrono::minutes(m_times->checkedId());
}

void AllowChangesDialog::keyPressEvent(QKeyEvent* event)
{
    if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter)
        return QDialog::keyPressEvent(event);
    auto* const focused = qobject_cast<QPushButton*>(focusWidget());
    (focused ? focused : m_allow)->click();
}

bool AllowChangesDialog::isConfirmed() const
{
    return !m_isNameAsked || m_typed->text() == m_name;
}

void AllowChangesDialog::updateButton()
{
    m_allow->setText(tr("Allow changes for %1 minutes").arg(m_times->checkedId()));
    m_allow->setEnabled(isConfirmed());
    const bool isWrong = m_isNameAsked && !m_name.startsWith(m_typed->text());
    setMissing(*m_typed, isWrong);
    m_wrongName->setVisible(isWrong);
    setTip(
        *m_allow, isConfirmed() ? QString() : tr("Type the name of the deployment above first."));
}

} // namespace lockkeeper::ui
