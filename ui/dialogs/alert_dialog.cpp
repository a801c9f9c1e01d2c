// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/alert_dialog.h"

#include "ui/widgets/basics.h"
#include "ui/widgets/labels.h"

#include <QCheckBox>
#include <QPushButton>
#include <QTimeEdit>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

constexpr int kWidth = 420;

QCheckBox* checkBox(const QString& text, const QString& name, bool isChecked, QWidget* parent)
{
    auto* box = new QCheckBox(text, parent);
    box->setObjectName(name);
    box->setChecked(isChecked);
    return box;
}

QTimeEdit* timeEdit(QTime time, const QString& name, const QString& accessibleName, QWidget* parent)
{
    auto* edit = new QTimeEdit(time, parent);
    nameWidget(*edit, name, accessibleName);
    edit->setDisplayFormat(u"HH:mm"_s);
    return edit;
}

} // namespace

AlertDialog::AlertDialog(const AlertSettings& settings, QWidget* parent)
    : QDialog(parent)
    , m_stale(
          checkBox(tr("A lock becomes &stale"), u"staleCheckBox"_s, settings.isStaleWanted, this))
    , m_deadlock(checkBox(tr("Holders &wait for each other: a deadlock"), u"deadlockCheckBox"_s,
          settings.isDeadlockWanted, this))
    , m_split(
          checkBox(tr("A lock becomes s&plit"), u"splitCheckBox"_s, settings.isSplitWanted, this))
    , m_masters(checkBox(tr("A &master does not answer or has lost locks, or the quorum is lost"),
          u"mastersCheckBox"_s, settings.isMasterWanted, this))
    , m_start(checkBox(tr("&Also what is there already when a window opens"), u"startCheckBox"_s,
          settings.isStartTold, this))
    , m_quiet(checkBox(tr("&Quiet hours, from"), u"quietCheckBox"_s, settings.hasQuietHours, this))
    , m_from(timeEdit(settings.quietFrom, u"fromTimeEdit"_s, tr("Quiet hours from"), this))
    , m_to(timeEdit(settings.quietTo, u"toTimeEdit"_s, tr("Quiet hours until"), this))
{
    setObjectName(u"alertDialog"_s);
    setWindowTitle(tr("Alerts"));
    createLayout();
    for (QTimeEdit* edit : {m_from, m_to}) {
        edit->setEnabled(m_quiet->isChecked());
        connect(m_quiet, &QCheckBox::toggled, edit, &QWidget::setEnabled);
    }
}

void AlertDialog::createLayout()
{
    auto* layout = dialogBox(this, 8, kWidth);
    layout->addWidget(titleLabel(tr("Tell me when"), TextSize::Title, this));
    for (QCheckBox* box : {m_stale, m_deadlock, m_split, m_masters, m_start})
        layout->addWidget(box);
    layout->addSpacing(6);
    layout->addLayout(createQuietHours());
    layout->addWidget(wrappingLabel(
        tr("The window of the deployment always shows an alert; outside the quiet hours so does "
           "the desktop. A lock's menu has alerts for that lock alone."),
        this));
    layout->addStretch(1);
    layout->addWidget(createButtons());
}

QLayout* AlertDialog::createQuietHours()
{
    auto* row = new QHBoxLayout;
    row->addWidget(m_quiet);
    row->addWidget(m_from);
    row->addWidget(plainLabel(tr("until"), this));
    row->addWidget(m_to);
    row->addStretch(1);
    return row;
}

QWidget* AlertDialog::createButtons()
{
    auto* trial = namedButton(tr("&Try a notification"), u"trialButton"_s, this);
    connect(trial, &QPushButton::clicked, this, &AlertDialog::trialRequested);
    auto* save = new QPushButton(tr("Save alerts"), this);
    save->setObjectName(u"saveButton"_s);
    save->setDefault(true);
    connect(save, &QPushButton::clicked, this, &QDialog::accept);
    auto* cancel = namedButton(tr("Cancel"), u"cancelButton"_s, this);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    return new DialogButtons(this,
        {{save, QDialogButtonBox::AcceptRole}, {trial, QDialogButtonBox::ActionRole},
            {cancel, QDialogButtonBox::RejectRole}});
}

AlertSettings AlertDialog::settings() const
{
    return {.isStaleWanted = m_stale->isChecked(),
        .isDeadlockWanted = m_deadlock->isChecked(),
        .isSplitWanted = m_split->isChecked(),
        .isMasterWanted = m_masters->isChecked(),
        .isStartTold = m_start->isChecked(),
        .hasQuietHours = m_quiet->isChecked(),
        .quietFrom = m_from->time(),
        .quietTo = m_to->time()};
}

} // namespace lockkeeper::ui
