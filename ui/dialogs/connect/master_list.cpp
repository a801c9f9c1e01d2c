// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/connect/master_list.h"

#include "core/config/deployment.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"
#include "ui/look/glyphs.h"
#include "ui/look/look_style.h"
#include "ui/models/words/check_words.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/spoken.h"

#include <QCheckBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <iterator>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

/// Reports pasted or dropped masters and logins: a password must not stand in clear until Return.
class MastersEdit : public QLineEdit {
    Q_OBJECT
public:
    explicit MastersEdit(QWidget* parent)
        : QLineEdit(parent)
    {
        connect(this, &QLineEdit::textEdited, this, [this](const QString& now) {
            const auto voters = config::typedVoters(now.toStdString());
            const bool isPasted = now.size() - m_before > 1;
            if (isPasted && (voters.size() > 1 || (voters.size() == 1 && voters[0].hasLogin())))
                Q_EMIT pasted();
        });
        // pasted() may have changed the text.
        connect(this, &QLineEdit::textChanged, this, [this] { m_before = text().size(); });
    }

Q_SIGNALS:
    void pasted();

private:
    qsizetype m_before = 0;
};

class AddEdit final : public MastersEdit {
    Q_OBJECT
public:
    explicit AddEdit(QWidget* parent)
        : MastersEdit(parent)
    {
        connect(this, &MastersEdit::pasted, this, [this] { Q_EMIT taken(text()); });
    }

Q_SIGNALS:
    void taken(const QString& text);
    void finished();

protected:
    void keyPressEvent(QKeyEvent* event) override
    {
        const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
        if (!isReturn)
            return MastersEdit::keyPressEvent(event);
        // The user can check a paste first.
        text().trimmed().isEmpty() ? Q_EMIT finished() : Q_EMIT taken(text());
    }
};

namespace {

QLineEdit* loginField(const QString& name, const QString& label, QWidget* parent)
{
    auto* edit = new QLineEdit(parent);
    nameWidget(*edit, name, label);
    return edit;
}

QLineEdit* userField(const QString& name, const QString& label, QWidget* parent)
{
    QLineEdit* const edit = loginField(name, label, parent);
    edit->setPlaceholderText(MasterList::tr("default"));
    setTip(*edit, MasterList::tr("The ACL user. Empty: the default user."));
    return edit;
}

QLineEdit* passwordField(const QString& name, const QString& label, QWidget* parent)
{
    QLineEdit* const edit = loginField(name, label, parent);
    edit->setEchoMode(QLineEdit::Password);
    setTip(*edit, MasterList::tr("Kept in memory, and never written to a file."));
    return edit;
}

} // namespace

class VoterRow final : public QWidget {
    Q_OBJECT
public:
    explicit VoterRow(QWidget* parent)
        : QWidget(parent)
        , letter(plainLabel({}, this))
        , address(new MastersEdit(this))
        , user(userField(u"rowUserLineEdit"_s, {}, this))
        , password(passwordField(u"rowPasswordLineEdit"_s, {}, this))
        , m_sign(new QToolButton(this))
        , m_remove(new QToolButton(this))
        , m_problem(wrappingLabel({}, this))
        , m_cluster(namedButton(tr("Name the Cluster instead"), u"nameClusterButton"_s, this))
    {
        address->setObjectName(u"addressLineEdit"_s);
        m_sign->setObjectName(u"rowSignButton"_s);
        m_sign->setAutoRaise(true);
        m_remove->setObjectName(u"rowRemoveButton"_s);
        m_remove->setText(u"\u00d7"_s);
        m_remove->setAutoRaise(true);
        m_problem->setObjectName(u"rowProblemLabel"_s);
        setTone(*m_problem, Tone::Bad);
        m_problem->hide();
        setTip(*m_cluster,
            tr("Replaces the addresses of its nodes by one that begins with cluster://"));
        letter->setMinimumWidth(static_cast<int>(letterWidth(fontMetrics()) * 2));
        auto* fields = new QHBoxLayout;
        fields->setSpacing(8);
        fields->addWidget(letter);
        fields->addWidget(address, 3);
        fields->addWidget(user, 1);
        fields->addWidget(password, 1);
        fields->addWidget(m_sign);
        fields->addWidget(m_remove);
        auto* layout = boxLayout<QVBoxLayout>(this, {}, 4);
        layout->addLayout(fields);
        auto* below = new QHBoxLayout;
        below->setSpacing(8);
        below->addWidget(m_problem, 1);
        below->addWidget(m_cluster, 0, Qt::AlignTop);
        layout->addLayout(below);
        connect(m_cluster, &QPushButton::clicked, this, &VoterRow::clusterWanted);
        connect(m_sign, &QToolButton::clicked, this, &VoterRow::stepsRequested);
        connect(m_remove, &QToolButton::clicked, this, &VoterRow::removeRequested);
        forget();
    }

    void setLetter(const MasterId& id)
    {
        const QString name = safeText(id.value());
        letter->setText(name);
        address->setAccessibleName(tr("Address of master %1").arg(name));
        user->setAccessibleName(tr("User of master %1").arg(name));
        password->setAccessibleName(tr("Password of master %1").arg(name));
        m_remove->setAccessibleName(tr("Remove master %1").arg(name));
        setTip(*m_remove, m_remove->accessibleName());
        m_name = name;
        show(m_glyph, m_words);
    }

    QWidget* orderFieldsAfter(QWidget* before)
    {
        for (QWidget* const next : std::initializer_list<QWidget*>{address, user, password})
            setTabOrder(std::exchange(before, next), next);
        return before;
    }
    QWidget* orderButtonsAfter(QWidget* before)
    {
        setTabOrder(before, m_sign);
        setTabOrder(m_sign, m_remove);
        return m_remove;
    }

    [[nodiscard]] bool hasLogin() const
    {
        return !user->text().isEmpty() || !password->text().isEmpty();
    }
    [[nodiscard]] bool isLoginRefused() const
    {
        return std::ranges::any_of(m_reports, [](const check::StepReport& report) {
            return report.step == check::Step::Login
                && report.outcome.state == check::StepState::Failed;
        });
    }
    [[nodiscard]] bool isClusterNode() const
    {
        return std::ranges::any_of(m_reports,
            [](const check::StepReport& report) { return report.outcome.isClusterNode; });
    }
    [[nodiscard]] QString problem() const { return m_problem->text(); }
    void refuseLogin(const QString& why)
    {
        m_refused = {user->text(), password->text()};
        user->clear();
        password->clear();
        m_problem->setText(why);
        m_problem->show();
    }
    [[nodiscard]] bool hasRefusedThatOf(const VoterRow& other) const
    {
        return m_refused == std::pair(other.user->text(), other.password->text());
    }
    [[nodiscard]] bool isReady() const
    {
        return m_glyph == Glyph::Done || m_glyph == Glyph::Warning;
    }

    void setLoginShown(bool isShown)
    {
        user->setVisible(isShown);
        password->setVisible(isShown);
    }

    void forget()
    {
        m_reports.clear();
        m_cluster->hide();
        m_problem->setText(m_unreadable);
        m_problem->setVisible(!m_unreadable.isEmpty());
        if (m_unreadable.isEmpty())
            show(std::nullopt, tr("not tested"));
        else
            show(Glyph::Failed, m_unreadable);
    }

    void setUnreadable(const QString& why)
    {
        if (std::exchange(m_unreadable, why) != why)
            forget();
    }

    void showStep(const check::StepReport& report)
    {
        using check::StepState;
        std::erase_if(m_reports, [&](const auto& known) { return known.step == report.step; });
        m_reports.push_back(report);
        m_reports.back().outcome.state = shownState(report.outcome);
        m_cluster->setVisible(isClusterNode());
        const auto in = [this](StepState state) {
            return std::ranges::count_if(
                m_reports, [state](const auto& one) { return one.outcome.state == state; });
        };
        const auto failed = std::ranges::find_if(
            m_reports, [](const auto& one) { return one.outcome.state == StepState::Failed; });
        if (failed != m_reports.end()) {
            m_problem->setText(safeText(failed->outcome.text));
            m_problem->show();
            return show(Glyph::Failed, stepText(failed->step));
        }
        m_problem->hide();
        const auto waiting = in(StepState::Pending);
        const auto warnings = in(StepState::Warning);
        if (waiting > 0)
            show(Glyph::Waiting,
                tr("step %1 of %2").arg(std::ssize(m_reports) - waiting + 1).arg(m_reports.size()));
        else if (warnings > 0)
            show(Glyph::Warning,
                warnings == 1 ? tr("ready, 1 warning") : tr("ready, %1 warnings").arg(warnings));
        else
            show(Glyph::Done, tr("ready"));
    }

    QLabel* const letter;
    MastersEdit* const address;
    QLineEdit* const user;
    QLineEdit* const password;

Q_SIGNALS:
    void stepsRequested();
    void removeRequested();
    void clusterWanted();

private:
    void show(std::optional<Glyph> glyph, const QString& words)
    {
        m_glyph = glyph;
        m_words = words;
        m_sign->setIcon(glyph ? glyphIcon(*glyph) : QIcon());
        m_sign->setEnabled(glyph.has_value());
        m_sign->setAccessibleName(tr("Master %1: %2").arg(m_name, words));
        setTip(*m_sign, words);
    }

    QToolButton* m_sign;
    QToolButton* m_remove;
    QLabel* m_problem;
    QPushButton* m_cluster;
    QString m_unreadable;
    std::optional<std::pair<QString, QString>> m_refused;
    QString m_name;
    QString m_words;
    std::optional<Glyph> m_glyph;
    std::vector<check::StepReport> m_reports;
};

MasterList::MasterList(QWidget* parent)
    : QWidget(parent)
    , m_shared(new QCheckBox(tr("A&ll use the same login"), this))
    , m_login(new QWidget(this))
    , m_user(userField(u"userLineEdit"_s, tr("User"), m_login))
    , m_password(passwordField(u"passwordLineEdit"_s, tr("Password"), m_login))
    , m_rowLayout(new QVBoxLayout)
    , m_add(new AddEdit(this))
{
    nameWidget(*m_add, u"addMasterLineEdit"_s, tr("Add masters"));
    m_add->setPlaceholderText(tr("Add: host, host:port, URL, redis-cli line; several at once"));
    setTip(*m_add,
        tr("All masters that together decide a lock: redis://user:password@host:port/db, "
           "rediss:// with TLS, unix:///path, sentinel://host,host/group, cluster://host,host."));
    nameWidget(*m_shared, u"sharedLoginCheckBox"_s, tr("All use the same login"));
    setTip(*m_shared, tr("Else each master has a user and a password of its own."));
    m_shared->setChecked(true);
    createLayout();
    connectLogin();
    connect(m_add, &AddEdit::taken, this, &MasterList::take);
    connect(m_add, &AddEdit::finished, this, [this] { goOn(m_add); });
    connect(m_add, &QLineEdit::editingFinished, this, [this] { take(m_add->text()); });
    connect(m_add, &QLineEdit::textChanged, this, &MasterList::noteChange);
}

void MasterList::createLayout()
{
    auto* login = boxLayout<QHBoxLayout>(m_login, {}, 8);
    const auto caption = [this](const QString& text, QLineEdit* field) {
        auto* made = new QLabel(text, m_login);
        made->setBuddy(field);
        return made;
    };
    login->addWidget(caption(tr("&User"), m_user));
    login->addWidget(m_user, 1);
    login->addWidget(caption(tr("Pass&word"), m_password));
    login->addWidget(m_password, 1);
    m_rowLayout->setSpacing(4);
    auto* layout = boxLayout<QVBoxLayout>(this, {}, 8);
    layout->addWidget(m_shared);
    layout->addWidget(m_login);
    layout->addLayout(m_rowLayout);
    layout->addWidget(m_add);
}

void MasterList::connectLogin()
{
    connect(m_shared, &QCheckBox::toggled, this, &MasterList::setShared);
    connect(m_shared, &QCheckBox::clicked, this, [this] {
        if (m_shared->isChecked())
            m_user->setFocus();
        else if (!m_rows.empty())
            m_rows.front()->user->setFocus();
    });
    for (QLineEdit* const field : {m_user, m_password}) {
        field->installEventFilter(this);
        connect(field, &QLineEdit::textChanged, this, &MasterList::noteChange);
        connect(field, &QLineEdit::textEdited, this, [this] { m_isLoginTyped = true; });
        connect(field, &QLineEdit::editingFinished, this, &MasterList::settle);
    }
}

void MasterList::noteChange()
{
    if (m_isAdding)
        return;
    m_isUntold = true;
    showProblems();
    showWhatReturnTakes();
    Q_EMIT changed();
}

/// In Tab order, without those that the shared login replaces.
std::vector<QLineEdit*> MasterList::loginFields() const
{
    std::vector<QLineEdit*> fields;
    for (const VoterRow* const row : m_rows) {
        if (!row->isReady())
            fields.insert(fields.end(), {row->user, row->password});
    }
    return m_shared->isChecked() && !fields.empty() ? std::vector{m_user, m_password} : fields;
}

/// The row whose login Return copies into this field; or null.
VoterRow* MasterList::aboveOf(const QObject* user) const
{
    for (std::size_t i = 1; i < m_rows.size() && !m_shared->isChecked(); ++i) {
        if (m_rows[i]->user == user && !m_rows[i]->hasLogin() && m_rows[i - 1]->hasLogin()
            && !m_rows[i]->hasRefusedThatOf(*m_rows[i - 1]))
            return m_rows[i - 1];
    }
    return nullptr;
}

void MasterList::showWhatReturnTakes()
{
    for (const VoterRow* const row : m_rows) {
        const VoterRow* const above = aboveOf(row->user);
        const QString name = above ? above->letter->text() : QString();
        row->user->setPlaceholderText(above ? tr("as %1 \u21b5").arg(name) : tr("default"));
        const QString tip = tr("The ACL user. Empty: the default user.");
        setTip(*row->user,
            above ? sentencesText({tip, tr("Return takes the login of master %1.").arg(name)})
                  : tip);
    }
}

/// Never connects.
void MasterList::goOn(const QObject* from)
{
    const auto fields = loginFields();
    const auto at = std::ranges::find(fields, from);
    const auto next = std::find_if(at == fields.end() ? fields.begin() : at + 1, fields.end(),
        [](const QLineEdit* field) { return field->text().isEmpty(); });
    if (next != fields.end())
        (*next)->setFocus();
    else if (m_rows.empty())
        m_add->setFocus();
    else
        Q_EMIT finished();
}

bool MasterList::eventFilter(QObject* watched, QEvent* event)
{
    const int key = event->type() == QEvent::KeyPress ? static_cast<QKeyEvent*>(event)->key() : 0;
    if (key != Qt::Key_Return && key != Qt::Key_Enter)
        return QWidget::eventFilter(watched, event);
    if (const VoterRow* const above = aboveOf(watched)) {
        const auto row = std::ranges::find(
            m_rows, watched, [](const VoterRow* one) -> QObject* { return one->user; });
        (*row)->user->setText(above->user->text());
        (*row)->password->setText(above->password->text());
    }
    goOn(watched);
    return true;
}

void MasterList::showProblems()
{
    const auto problems = named().problems;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const auto found = std::ranges::find(
            problems, config::masterIdFor(i), &config::NamedMasters::Problem::id);
        if (found == problems.end())
            m_rows[i]->setUnreadable({});
        else if (!m_rows[i]->address->hasFocus())
            m_rows[i]->setUnreadable(safeText(trData(found->error.text)));
    }
}

void MasterList::showLastLine()
{
    for (QWidget* above = parentWidget(); above != nullptr; above = above->parentWidget()) {
        if (auto* const area = qobject_cast<QScrollArea*>(above))
            return area->ensureWidgetVisible(m_add, 0, 0);
    }
}

void MasterList::settle()
{
    showProblems();
    // Masters count refused logins: wait for the password.
    const Voters all = voters();
    const bool isLoginHalf = std::ranges::any_of(all, [](const config::TypedVoter& voter) {
        return !voter.user.empty() && voter.password.isEmpty();
    });
    if (!isLoginHalf && std::exchange(m_isUntold, false))
        Q_EMIT settled();
}

MasterList::Voters MasterList::typed() const
{
    return config::typedVoters(m_add->text().toStdString());
}

MasterList::Voters MasterList::voters() const
{
    Voters voters;
    const auto add
        = [&](const std::string& address, const QLineEdit& user, const QLineEdit& password) {
              voters.push_back({.address = address,
                  .user = user.text().toStdString(),
                  .password = Secret(password.text().toStdString())});
          };
    for (const VoterRow* const row : m_rows) {
        const bool isShared = m_shared->isChecked();
        add(row->address->text().trimmed().toStdString(), isShared ? *m_user : *row->user,
            isShared ? *m_password : *row->password);
    }
    for (const config::TypedVoter& voter : typed()) {
        if (!voter.hasLogin() && m_shared->isChecked() && m_isLoginTyped)
            add(voter.address, *m_user, *m_password);
        else
            voters.push_back(voter);
    }
    return voters;
}

QWidget& MasterList::lastLine() noexcept
{
    return *m_add;
}

bool MasterList::hasPassword() const
{
    const Voters all = voters();
    return std::ranges::any_of(
        all, [](const config::TypedVoter& voter) { return !voter.password.isEmpty(); });
}

void MasterList::setVoters(const Voters& voters)
{
    QSignalBlocker quiet(this);
    for (VoterRow* const row : m_rows)
        row->deleteLater();
    m_rows.clear();
    m_add->clear();
    m_user->clear();
    m_password->clear();
    m_shared->setChecked(true);
    m_isLoginTyped = false;
    add(voters, 0);
    quiet.unblock();
    noteChange();
    m_isUntold = false; // the user has not typed it
}

void MasterList::forgetTest()
{
    for (VoterRow* const row : m_rows)
        row->forget();
}

void MasterList::showStep(const check::StepReport& report)
{
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (config::masterIdFor(i) == report.master)
            m_rows[i]->showStep(report);
    }
}

void MasterList::divideLogin()
{
    if (!m_shared->isChecked() || std::ranges::none_of(m_rows, &VoterRow::isReady))
        return;
    std::vector<std::pair<VoterRow*, QString>> refused;
    for (VoterRow* const row : m_rows) {
        if (row->isLoginRefused())
            refused.emplace_back(row, row->problem());
    }
    if (refused.empty())
        return;
    m_shared->setChecked(false);
    for (const auto& [row, why] : refused)
        row->refuseLogin(why);
    refused.front().first->user->setFocus();
}

VoterRow& MasterList::insert(std::size_t at)
{
    auto* row = new VoterRow(this);
    m_rows.insert(m_rows.begin() + static_cast<std::ptrdiff_t>(at), row);
    row->setLoginShown(!m_shared->isChecked());
    for (QLineEdit* const field :
        std::initializer_list<QLineEdit*>{row->address, row->user, row->password}) {
        field->installEventFilter(this);
        connect(field, &QLineEdit::textChanged, this, [this, row] {
            row->forget();
            noteChange();
        });
    }
    connect(row->address, &QLineEdit::editingFinished, this, [this, row] { splitAddress(*row); });
    connect(row->address, &MastersEdit::pasted, this, [this, row] {
        const auto place = std::ranges::find(m_rows, row) - m_rows.begin();
        splitAddress(*row);
        m_rows[static_cast<std::size_t>(place)]->address->setFocus();
    });
    for (QLineEdit* const field : {row->user, row->password})
        connect(field, &QLineEdit::editingFinished, this, &MasterList::settle);
    connect(row, &VoterRow::removeRequested, this, [this, row] {
        remove(*row);
        m_add->setFocus();
        settle();
    });
    connect(row, &VoterRow::clusterWanted, this, &MasterList::nameCluster);
    connect(row, &VoterRow::stepsRequested, this, [this, row] {
        const auto found = std::ranges::find(m_rows, row);
        Q_EMIT stepsRequested(
            config::masterIdFor(static_cast<std::size_t>(found - m_rows.begin())));
    });
    return *row;
}

void MasterList::add(const Voters& voters, std::size_t at)
{
    m_isAdding = true;
    for (const config::TypedVoter& voter : voters) {
        const QString user = QString::fromStdString(voter.user);
        const QString password = QString::fromStdString(voter.password.reveal());
        const bool isFirst = m_rows.empty();
        // A login is only for masters it was given for.
        const bool isOther = voter.hasLogin()
            ? user != m_user->text() || password != m_password->text()
            : !m_isLoginTyped && !(m_user->text().isEmpty() && m_password->text().isEmpty());
        if (!isFirst && isOther)
            m_shared->setChecked(false);
        VoterRow& row = insert(at);
        row.address->setText(QString::fromStdString(voter.address));
        row.user->setText(user);
        row.password->setText(password);
        if (isFirst && voter.hasLogin()) {
            m_user->setText(user);
            m_password->setText(password);
        }
        ++at;
    }
    placeRows();
    m_isAdding = false;
    noteChange();
}

void MasterList::take(const QString& text)
{
    const Voters voters = config::typedVoters(text.toStdString());
    if (voters.empty())
        return;
    if (m_rows.size() + voters.size() > config::kMostMasters) {
        const bool hasPassword = std::ranges::any_of(
            voters, [](const config::TypedVoter& voter) { return !voter.password.isEmpty(); });
        m_add->setEchoMode(hasPassword ? QLineEdit::Password : QLineEdit::Normal);
        m_add->setText(text.simplified());
        return;
    }
    m_add->setEchoMode(QLineEdit::Normal);
    m_add->setText({}); // clear() would let Undo restore a password
    add(voters, m_rows.size());
    settle();
    QTimer::singleShot(0, this, &MasterList::showLastLine);
}

void MasterList::splitAddress(VoterRow& row)
{
    const auto at = static_cast<std::size_t>(std::ranges::find(m_rows, &row) - m_rows.begin());
    if (at == m_rows.size())
        return;
    Voters voters = config::typedVoters(row.address->text().toStdString());
    if (voters.empty())
        return remove(row);
    if (voters.size() > 1 || voters.front().hasLogin()) {
        remove(row);
        add(voters, at);
    }
    settle();
}

/// One address for all nodes that were named as masters.
void MasterList::nameCluster()
{
    std::vector<VoterRow*> nodes;
    std::ranges::copy_if(m_rows, std::back_inserter(nodes), &VoterRow::isClusterNode);
    if (nodes.empty())
        return;
    QStringList places;
    bool isTls = false;
    for (const VoterRow* const node : nodes) {
        const QString address = node->address->text().trimmed();
        isTls = isTls || address.startsWith(u"rediss:"_s);
        places << address.section(u"://"_s, -1).section(u'/', 0, 0);
    }
    VoterRow& first = *nodes.front();
    for (VoterRow* const node : nodes) {
        if (node != &first)
            remove(*node);
    }
    first.address->setText((isTls ? u"cluster+tls://"_s : u"cluster://"_s) + places.join(u','));
    first.address->setFocus();
    settle();
}

void MasterList::remove(VoterRow& row)
{
    std::erase(m_rows, &row);
    row.hide();
    row.deleteLater();
    placeRows();
    noteChange();
}

void MasterList::placeRows()
{
    QWidget* before = m_password;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        VoterRow& row = *m_rows[i];
        m_rowLayout->removeWidget(&row);
        m_rowLayout->insertWidget(static_cast<int>(i), &row);
        row.setLetter(config::masterIdFor(i));
        before = row.orderFieldsAfter(before);
    }
    // Last: typing a login must not pass through them.
    for (VoterRow* const row : m_rows)
        before = row->orderButtonsAfter(before);
    setTabOrder(before, m_add);
}

void MasterList::setShared(bool isShared)
{
    for (VoterRow* const row : m_rows) {
        // Rows keep the login that they shared, and its test.
        if (!isShared && row->user->text().isEmpty() && row->password->text().isEmpty()) {
            const QSignalBlocker user(row->user);
            const QSignalBlocker password(row->password);
            row->user->setText(m_user->text());
            row->password->setText(m_password->text());
        }
        row->setLoginShown(!isShared);
    }
    if (isShared && !m_rows.empty()) {
        m_user->setText(m_rows.front()->user->text());
        m_password->setText(m_rows.front()->password->text());
    }
    m_login->setVisible(isShared);
    noteChange();
}

} // namespace lockkeeper::ui

#include "master_list.moc"
