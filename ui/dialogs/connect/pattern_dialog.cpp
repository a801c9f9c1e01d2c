// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/connect/pattern_dialog.h"

#include "core/redis/glob.h"
#include "core/text/translate.h"
#include "ui/dialogs/connect/prefix_buttons.h"
#include "ui/models/words/words.h"
#include "ui/widgets/form.h"
#include "ui/widgets/labels.h"

#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

PatternDialog::PatternDialog(
    const config::Deployment& deployment, const Clock& clock, QWidget* parent)
    : QDialog(parent)
    , m_checker(clock)
    , m_searching(captionLabel(tr("Looking at the names of some keys\u2026"), this))
    , m_prefixes(new PrefixButtons(this))
    , m_pattern(new QLineEdit(this))
    , m_problem(wrappingLabel({}, this))
    , m_watch(new QPushButton(tr("Watch these keys"), this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
{
    setObjectName(u"patternDialog"_s);
    setWindowTitle(tr("Choose keys"));
    m_pattern->setObjectName(u"patternLineEdit"_s);
    m_pattern->setPlaceholderText(u"lock:*"_s);
    m_pattern->setAccessibleName(tr("Pattern"));
    m_pattern->setAccessibleDescription(tr("A glob of the keys that are to be watched"));
    m_problem->setObjectName(u"problemLabel"_s);
    m_watch->setObjectName(u"watchButton"_s);
    m_watch->setDefault(true);
    createLayout(safeText(deployment.name));
    connect(m_pattern, &QLineEdit::textChanged, this, &PatternDialog::validate);
    connect(m_prefixes, &PrefixButtons::chosen, this, &PatternDialog::choose);
    connect(m_watch, &QPushButton::clicked, this,
        [this] { choose(m_pattern->text().trimmed().toStdString()); });
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(&m_checker, &ConnectionChecker::finished, this, [this](const check::KeySample& sample) {
        m_searching->hide();
        m_prefixes->offer(sample, nullptr);
    });
    validate();
    m_checker.start(deployment);
}

void PatternDialog::createLayout(const QString& deployment)
{
    auto* form = new Form;
    form->addRow(tr("&Pattern"), m_pattern);
    auto* buttons = new QDialogButtonBox(this);
    buttons->addButton(m_watch, QDialogButtonBox::ActionRole);
    buttons->addButton(m_cancel, QDialogButtonBox::RejectRole);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    layout->addWidget(
        titleLabel(tr("%1 has too many keys").arg(deployment), TextSize::Title, this));
    layout->addWidget(wrappingLabel(
        tr("Nothing is watched, to spare the servers. Name the keys that are locks."), this));
    layout->addWidget(m_searching);
    layout->addWidget(m_prefixes);
    layout->addLayout(form);
    layout->addWidget(m_problem);
    layout->addStretch(1);
    layout->addWidget(buttons);
    setMinimumWidth(480);
}

void PatternDialog::validate()
{
    const std::string pattern = m_pattern->text().trimmed().toStdString();
    const auto checked = redis::checkGlob(pattern);
    m_watch->setEnabled(checked.has_value());
    m_problem->setText(
        checked || pattern.empty() ? QString() : safeText(trData(checked.error().text)));
}

void PatternDialog::choose(const std::string& pattern)
{
    m_checker.stop();
    accept();
    Q_EMIT patternChosen(pattern);
}

} // namespace lockkeeper::ui
