// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/connect/connect_dialog.h"

#include "core/config/identity.h"
#include "core/text/translate.h"
#include "ui/dialogs/connect/check_view.h"
#include "ui/dialogs/connect/master_list.h"
#include "ui/look/look_style.h"
#include "ui/models/words/words.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/screen_fit.h"
#include "ui/widgets/spoken.h"

#include <QPushButton>
#include <QScrollBar>
#include <QTimer>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

constexpr QSize kConnectSize(1000, 620);

} // namespace

ConnectDialog::ConnectDialog(
    const Clock& clock, const std::filesystem::path& file, bool canKeep, QWidget* parent)
    : QDialog(parent)
    , m_checker(clock)
    , m_file(safeText(file.string()))
    , m_form(new ConnectForm(canKeep, this))
    , m_view(new CheckView(this))
    , m_problem(wrappingLabel({}, this))
    , m_test(new QPushButton(this))
    , m_save(new QPushButton(tr("&Save deployment"), this))
    , m_clear(new QPushButton(tr("Clear"), this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
    , m_connect(new QPushButton(tr("C&onnect"), this))
{
    setObjectName(u"connectDialog"_s);
    setWindowTitle(tr("Connect to masters"));
    createButtons();
    createLayout();
    connectSignals();
    endTest();
    resizeOnScreen(*this, kConnectSize);
}

ConnectDialog::~ConnectDialog()
{
    // A field being destroyed reports losing the focus.
    disconnect(&m_form->masters(), nullptr, this, nullptr);
}

void ConnectDialog::createButtons()
{
    m_problem->setObjectName(u"problemLabel"_s);
    m_test->setObjectName(u"testButton"_s);
    m_test->setAccessibleDescription(tr("Looks at each master, and changes nothing there."));
    m_save->setObjectName(u"saveButton"_s);
    setTip(*m_save, tr("Writes it into %1, without the password.").arg(m_file));
    m_connect->setObjectName(u"connectButton"_s);
    m_connect->setAccessibleDescription(tr("Opens a window that watches these masters."));
    m_clear->setObjectName(u"clearButton"_s);
    setTip(*m_clear, tr("Empties all fields."));
    m_clear->hide();
    m_cancel->setObjectName(u"cancelButton"_s);
    m_connect->setDefault(true);
    setPrimary(*m_connect, true);
    for (auto* button : {m_test, m_save, m_clear, m_cancel})
        button->setAutoDefault(false);
}

void ConnectDialog::createLayout()
{
    auto* scroll = scrolled(m_form, tr("Connection"), this);
    scroll->setObjectName(u"formArea"_s);
    scroll->setMinimumWidth(
        m_form->minimumSizeHint().width() + scroll->verticalScrollBar()->sizeHint().width());
    scroll->setFocusPolicy(Qt::NoFocus);
    new GrowsOnScreen(*this, {scroll});
    auto* halves = new QHBoxLayout;
    halves->setSpacing(16);
    halves->addWidget(scroll, 6);
    halves->addWidget(m_view, 5);
    auto* layout = dialogBox(this);
    layout->addLayout(halves, 1);
    layout->addWidget(m_problem);
    layout->addWidget(new DialogButtons(this,
        {{m_connect, QDialogButtonBox::AcceptRole}, {m_test, QDialogButtonBox::ActionRole},
            {m_save, QDialogButtonBox::ActionRole}, {m_clear, QDialogButtonBox::ActionRole},
            {m_cancel, QDialogButtonBox::RejectRole}}));
    m_form->masters().lastLine().setFocus();
}

void ConnectDialog::connectSignals()
{
    connect(m_form, &ConnectForm::changed, this, &ConnectDialog::validate);
    connect(m_test, &QPushButton::clicked, this, &ConnectDialog::toggleTest);
    connect(m_save, &QPushButton::clicked, this, &ConnectDialog::save);
    connect(m_connect, &QPushButton::clicked, this, &ConnectDialog::connectNow);
    connect(m_clear, &QPushButton::clicked, this, [this] {
        m_checker.stop();
        m_tested.clear();
        m_view->clear();
        m_form->setInput({});
        endTest();
        m_form->masters().lastLine().setFocus();
    });
    connect(m_cancel, &QPushButton::clicked, this, &ConnectDialog::reject);
    connect(&m_checker, &ConnectionChecker::stepReported, m_view, &CheckView::apply);
    connect(
        &m_checker, &ConnectionChecker::stepReported, &m_form->masters(), &MasterList::showStep);
    connect(&m_form->masters(), &MasterList::stepsRequested, m_view, &CheckView::showMaster);
    connect(&m_form->masters(), &MasterList::settled, this, &ConnectDialog::testSoon);
    connect(&m_form->masters(), &MasterList::finished, m_connect, qOverload<>(&QWidget::setFocus));
    connect(&m_checker, &ConnectionChecker::finished, this, [this](const check::KeySample& sample) {
        m_view->finish();
        m_form->showPrefixes(sample);
        const bool wasOutdated = std::exchange(m_isOutdated, false);
        endTest();
        if (!wasOutdated)
            m_form->masters().divideLogin();
    });
}

void ConnectDialog::validate()
{
    const auto deployment = m_form->deployment();
    if (deployment)
        m_problem->clear();
    else
        m_problem->setText(
            m_form->isUntouched() ? tr("Add the masters.") : errorText(deployment.error()));
    m_problem->setVisible(!deployment);
    const auto testable = m_form->deployment(ConnectForm::Masters::Readable);
    if (!m_tested.empty())
        showWhetherOutdated(testable && config::identityOf(*testable) == m_tested);
    m_test->setEnabled(testable.has_value() || m_checker.isRunning());
    m_save->setEnabled(deployment.has_value());
    m_connect->setEnabled(deployment.has_value());
}

void ConnectDialog::showWhetherOutdated(bool isSame)
{
    if (std::exchange(m_isOutdated, !isSame) == !isSame)
        return;
    if (m_isOutdated)
        m_view->showOutdated();
    else if (m_checker.isRunning())
        m_view->showRunning();
    else
        m_view->finish();
}

void ConnectDialog::setInput(const ConnectForm::Input& input)
{
    m_form->setInput(input);
    m_clear->setVisible(!m_form->isUntouched());
    QTimer::singleShot(0, &m_form->masters(), &MasterList::showLastLine);
}

void ConnectDialog::toggleTest()
{
    if (m_checker.isRunning()) {
        m_checker.stop();
        m_tested.clear();
        m_view->stop();
        return endTest();
    }
    const auto deployment = m_form->deployment(ConnectForm::Masters::Readable);
    if (!deployment)
        return;
    m_tested = config::identityOf(*deployment);
    m_isOutdated = false;
    m_form->masters().forgetTest();
    m_view->begin(*deployment);
    m_checker.start(*deployment);
    m_test->setText(tr("Stop &test"));
}

void ConnectDialog::testSoon()
{
    if (!m_form->deployment(ConnectForm::Masters::Readable))
        return;
    if (m_checker.isRunning())
        toggleTest();
    toggleTest();
}

void ConnectDialog::endTest()
{
    m_test->setText(tr("&Test connection"));
    validate();
}

void ConnectDialog::save()
{
    if (const auto deployment = m_form->deployment())
        Q_EMIT saveRequested(*deployment);
}

void ConnectDialog::showSaved(const config::Deployment& deployment)
{
    m_problem->setText(
        tr("Saved %1 into %2, without a password.").arg(safeText(deployment.name), m_file));
    m_problem->show();
}

void ConnectDialog::showSaveFailure(const Error& error)
{
    m_problem->setText(tr("Not saved: %1").arg(safeText(trData(error.text))));
    m_problem->show();
}

void ConnectDialog::connectNow()
{
    const auto deployment = m_form->deployment();
    if (!deployment)
        return;
    m_checker.stop();
    accept();
    Q_EMIT connectRequested(*deployment, m_form->isPasswordKept());
}

} // namespace lockkeeper::ui
