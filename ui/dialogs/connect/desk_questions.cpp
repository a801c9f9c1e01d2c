// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/connect/desk_questions.h"

#include "core/redis/glob.h"
#include "core/text/translate.h"
#include "ui/dialogs/connect/prefix_buttons.h"
#include "ui/models/words/words.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/form.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/table_view.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

PasswordDialog::PasswordDialog(const Subject& subject, QWidget* parent)
    : QDialog(parent)
    , m_user(new QLineEdit(subject.user, this))
    , m_password(new QLineEdit(this))
    , m_forAll(new QCheckBox(
          tr("&Try it at the other masters with this user, too (%1)").arg(subject.others), this))
    , m_keep(new QCheckBox(tr("&Remember it in the desktop's keychain"), this))
{
    setObjectName(u"passwordDialog"_s);
    setWindowTitle(tr("Password for %1").arg(subject.deployment));
    auto* buttons = new QDialogButtonBox(this);
    auto* login = buttons->addButton(tr("Log in"), QDialogButtonBox::AcceptRole);
    login->setObjectName(u"loginButton"_s);
    login->setDefault(true);
    buttons->addButton(QDialogButtonBox::Cancel);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = dialogBox(this, 12, 440);
    layout->addWidget(titleLabel(tr("A master asks for a password"), TextSize::Title, this));
    auto* reason = wrappingLabel(subject.reason, this);
    reason->setObjectName(u"reasonLabel"_s);
    layout->addWidget(reason);
    layout->addLayout(createForm(subject));
    layout->addWidget(captionLabel(
        tr("Kept in memory until the window is closed, and never written to a file."), this));
    layout->addStretch(1);
    layout->addWidget(buttons);
    m_password->setFocus();
}

QLayout* PasswordDialog::createForm(const Subject& subject)
{
    nameWidget(*m_user, u"userLineEdit"_s, tr("User"));
    m_user->setAccessibleDescription(tr("Empty: the default user"));
    m_user->setPlaceholderText(tr("default"));
    nameWidget(*m_password, u"passwordLineEdit"_s, tr("Password"));
    m_password->setAccessibleDescription(
        tr("Kept in memory until the window is closed, and never written to a file"));
    m_password->setEchoMode(QLineEdit::Password);
    auto* form = new Form;
    form->addRow(tr("&User"), m_user);
    form->addRow(tr("Pass&word"), m_password);
    m_forAll->setObjectName(u"forAllCheckBox"_s);
    m_forAll->setChecked(true);
    m_forAll->setVisible(subject.others > 0);
    form->addRow(QString(), m_forAll);
    m_keep->setObjectName(u"keepCheckBox"_s);
    m_keep->setVisible(subject.canKeep);
    form->addRow(QString(), m_keep);
    return form;
}

std::string PasswordDialog::user() const
{
    return m_user->text().toStdString();
}

Secret PasswordDialog::password() const
{
    return Secret(m_password->text().toStdString());
}

bool PasswordDialog::isKept() const
{
    return m_keep->isChecked();
}

bool PasswordDialog::isForAll() const
{
    return m_forAll->isChecked();
}

SwitchDialog::SwitchDialog(DeploymentListModel& deployments, QWidget* parent)
    : QDialog(parent)
    , m_deployments(deployments)
    , m_filter(new QLineEdit(this))
    , m_table(new TableView(this))
    , m_open(new QPushButton(tr("Open deployment"), this))
{
    setObjectName(u"switchDialog"_s);
    setWindowTitle(tr("Switch deployment"));
    m_filter->setObjectName(u"switchLineEdit"_s);
    m_filter->setPlaceholderText(tr("A part of the name"));
    m_filter->setAccessibleName(tr("Filter"));
    m_filter->setAccessibleDescription(
        tr("A part of the name. Up and Down select a deployment, Enter opens it."));
    m_filter->setClearButtonEnabled(true);
    m_filter->installEventFilter(this);
    m_matching.setSourceModel(&m_deployments);
    m_matching.setFilterKeyColumn(DeploymentListModel::Name);
    m_matching.setFilterCaseSensitivity(Qt::CaseInsensitive);
    nameWidget(*m_table, u"switchTable"_s, tr("Deployments"));
    m_table->setModel(&m_matching);
    m_open->setObjectName(u"openButton"_s);
    m_open->setDefault(true);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    auto* layout = dialogBox(this, 8);
    layout->addWidget(m_filter);
    layout->addWidget(m_table, 1);
    layout->addWidget(new DialogButtons(
        this, {{m_open, QDialogButtonBox::AcceptRole}, {cancel, QDialogButtonBox::RejectRole}}));
    resize(600, 340);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_open, &QPushButton::clicked, this, &SwitchDialog::choose);
    connect(m_table, &QAbstractItemView::doubleClicked, this, &SwitchDialog::choose);
    connect(m_table, &TableView::currentRowChanged, this,
        [this](const QModelIndex& current) { m_open->setEnabled(current.isValid()); });
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_matching.setFilterFixedString(text);
        selectFirst();
    });
    selectFirst();
}

void SwitchDialog::selectFirst()
{
    m_table->setCurrentIndex(m_matching.index(0, 0));
    m_open->setEnabled(m_matching.rowCount() > 0);
}

bool SwitchDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_filter && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const int step = key == Qt::Key_Down ? 1 : key == Qt::Key_Up ? -1 : 0;
        const QModelIndex next = m_matching.index(m_table->currentIndex().row() + step, 0);
        if (step != 0 && next.isValid())
            m_table->setCurrentIndex(next);
        if (step != 0)
            return true;
    }
    return QDialog::eventFilter(watched, event);
}

void SwitchDialog::choose()
{
    const QModelIndex current = m_matching.mapToSource(m_table->currentIndex());
    if (!current.isValid())
        return;
    const std::string name = m_deployments.at(current.row()).name;
    accept();
    Q_EMIT chosen(name);
}

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
    auto* layout = dialogBox(this, 12, 480);
    layout->addWidget(
        titleLabel(tr("%1 has too many keys").arg(deployment), TextSize::Title, this));
    layout->addWidget(wrappingLabel(
        tr("Nothing is watched, to spare the servers. Name the keys that are locks."), this));
    layout->addWidget(m_searching);
    layout->addWidget(m_prefixes);
    layout->addLayout(form);
    layout->addWidget(m_problem);
    layout->addStretch(1);
    layout->addWidget(new DialogButtons(
        this, {{m_watch, QDialogButtonBox::AcceptRole}, {m_cancel, QDialogButtonBox::RejectRole}}));
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
