// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/connect/connect_form.h"

#include "core/redis/glob.h"
#include "core/redis/url.h"
#include "ui/dialogs/connect/master_list.h"
#include "ui/dialogs/connect/prefix_buttons.h"
#include "ui/models/words/check_words.h"
#include "ui/models/words/words.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/form.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/spoken.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QToolButton>
#include <QWidget>

class QLineEdit;

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

class TlsFields final : public QWidget {
    Q_OBJECT
public:
    explicit TlsFields(QWidget* parent = nullptr);

    [[nodiscard]] redis::Tls tls() const
    {
        return {.caFile = m_ca->text().toStdString(),
            .certFile = m_certificate->text().toStdString(),
            .keyFile = m_key->text().toStdString()};
    }
    void setTls(const redis::Tls& files)
    {
        m_ca->setText(QString::fromStdString(files.caFile));
        m_certificate->setText(QString::fromStdString(files.certFile));
        m_key->setText(QString::fromStdString(files.keyFile));
    }

Q_SIGNALS:
    void changed();

private:
    [[nodiscard]] QLineEdit* addField(
        const QString& label, const QString& name, const QString& placeholder);
    void choose(QLineEdit& edit, const QString& title)
    {
        const QString file = QFileDialog::getOpenFileName(this, title, edit.text());
        if (!file.isEmpty())
            edit.setText(file);
    }

    QLineEdit* m_ca;
    QLineEdit* m_certificate;
    QLineEdit* m_key;
};

TlsFields::TlsFields(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(u"tlsFields"_s);
    auto* form = new Form(this);
    form->setContentsMargins(0, 0, 0, 0);
    m_ca = addField(tr("C&A file"), u"caLineEdit"_s, tr("the system's authorities"));
    m_certificate = addField(tr("C&ertificate"), u"certificateLineEdit"_s, tr("none"));
    m_key = addField(tr("&Key"), u"keyLineEdit"_s, tr("in the certificate's file"));
}

QLineEdit* TlsFields::addField(
    const QString& label, const QString& name, const QString& placeholder)
{
    auto* edit = new QLineEdit(this);
    edit->setObjectName(name);
    edit->setPlaceholderText(placeholder);
    const QString plain = withoutMnemonic(label);
    edit->setAccessibleName(plain);
    edit->setAccessibleDescription(
        tr("A PEM file for rediss:// masters; empty: %1").arg(placeholder));
    auto* button = new QToolButton(this);
    button->setText(u"\u2026"_s);
    setTip(*button, tr("Choose the file"));
    button->setAccessibleName(tr("Choose the file: %1").arg(plain));
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    row->addWidget(edit, 1);
    row->addWidget(button);
    auto* caption = new QLabel(label, this);
    caption->setBuddy(edit);
    static_cast<Form*>(layout())->addRow(caption, row);
    connect(edit, &QLineEdit::textChanged, this, &TlsFields::changed);
    connect(button, &QToolButton::clicked, this, [this, edit, plain] { choose(*edit, plain); });
    return edit;
}

namespace {

constexpr std::size_t kLongestName = 64;

/// Tab leaves it.
class LinesEdit final : public QPlainTextEdit {
public:
    LinesEdit(int fewest, int lines, QWidget* parent)
        : QPlainTextEdit(parent)
        , m_lines(lines)
    {
        setTabChangesFocus(true);
        setLineWrapMode(NoWrap);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
        setMinimumHeight(heightOf(fewest));
    }

    [[nodiscard]] QSize sizeHint() const override
    {
        return {QPlainTextEdit::sizeHint().width(), heightOf(m_lines)};
    }

protected:
    // QPlainTextEdit repaints only its viewport; the frame shows the focus.
    void focusInEvent(QFocusEvent* event) override
    {
        QPlainTextEdit::focusInEvent(event);
        update();
    }
    void focusOutEvent(QFocusEvent* event) override
    {
        QPlainTextEdit::focusOutEvent(event);
        update();
    }

private:
    [[nodiscard]] int heightOf(int lines) const
    {
        constexpr int kMargins = 14;
        return lines * fontMetrics().lineSpacing() + kMargins;
    }

    const int m_lines;
};

bool usesTls(const config::MasterConfig& master)
{
    return master.url.tls.has_value();
}

std::vector<redis::Url*> urlsOf(config::MasterConfig& master)
{
    std::vector<redis::Url*> urls{&master.url};
    for (redis::Url& seed : master.clusterSeeds)
        urls.push_back(&seed);
    return urls;
}

std::string nameFrom(const config::MasterConfig& master)
{
    const std::string& name
        = master.url.kind == redis::Url::Kind::Unix ? master.url.path : master.url.host;
    return name.substr(0, kLongestName);
}

tl::unexpected<Error> invalid(const QString& text)
{
    return fail(ErrorClass::InvalidArgument, text.toStdString());
}

} // namespace

ConnectForm::ConnectForm(bool canKeep, QWidget* parent)
    : QWidget(parent)
    , m_canKeep(canKeep)
    , m_form(new Form)
    , m_masters(new MasterList(this))
    , m_keep(new QCheckBox(tr("&Remember it in the desktop's keychain"), this))
    , m_tls(new TlsFields(this))
    , m_patterns(new LinesEdit(2, 2, this))
    , m_prefixes(new PrefixButtons(this))
    , m_name(new QLineEdit(this))
    , m_class(new QComboBox(this))
    , m_readOnly(new QCheckBox(tr("Rea&d-only: nothing is acquired or released"), this))
{
    createFields();
    createLayout();
    connect(m_masters, &MasterList::changed, this, &ConnectForm::noteChange);
    connect(m_patterns, &QPlainTextEdit::textChanged, this, &ConnectForm::noteChange);
    connect(m_name, &QLineEdit::textChanged, this, &ConnectForm::noteChange);
    connect(m_tls, &TlsFields::changed, this, &ConnectForm::noteChange);
    connect(m_class, &QComboBox::currentIndexChanged, this, &ConnectForm::noteChange);
    connect(m_readOnly, &QCheckBox::toggled, this, &ConnectForm::noteChange);
    connect(m_prefixes, &PrefixButtons::chosen, this, &ConnectForm::addPattern);
    noteChange();
}

void ConnectForm::createFields()
{
    const auto describe
        = [](QWidget* field, const QString& name, const QString& label, const QString& text) {
              nameWidget(*field, name, label);
              setTip(*field, text);
          };
    describe(m_name, u"nameLineEdit"_s, tr("Name"),
        tr("What the deployment is called here, and in the deployments file."));
    describe(m_keep, u"keepCheckBox"_s, tr("Remember the password"),
        tr("In the desktop's keychain, once the masters have accepted it."));
    describe(m_patterns, u"patternsTextEdit"_s, tr("Patterns"),
        tr("Which keys are looked at: globs, one per line. Empty: all keys, if they are few."));
    describe(m_class, u"classComboBox"_s, tr("Class"), tr("How careful one has to be."));
    describe(m_readOnly, u"readOnlyCheckBox"_s, tr("Read-only"),
        tr("Nothing is acquired or released in this deployment."));
    m_patterns->setPlaceholderText(u"lock:*"_s);
    for (const auto known : {config::DeploymentClass::Production, config::DeploymentClass::Staging,
             config::DeploymentClass::Development})
        m_class->addItem(deploymentClassText(known), static_cast<int>(known));
    m_readOnly->setChecked(true);
}

QLabel* ConnectForm::caption(const QString& label, QWidget* field)
{
    auto* made = new QLabel(label, this);
    made->setBuddy(field);
    return made;
}

void ConnectForm::addRow(const QString& label, QWidget* field)
{
    m_form->addRow(caption(label, field), field);
}

void ConnectForm::addPair(
    const QString& label, QWidget* field, const QString& nextLabel, QWidget* next)
{
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(field, 1);
    row->addWidget(caption(nextLabel, next));
    row->addWidget(next, 1);
    m_form->addRow(caption(label, field), row);
}

ConnectForm::Input ConnectForm::input() const
{
    return {.masters = m_masters->voters(),
        .patterns = m_patterns->toPlainText(),
        .name = m_name->text(),
        .tls = m_tls->tls(),
        .deploymentClass = m_class->currentIndex(),
        .isReadOnly = m_readOnly->isChecked(),
        .isKept = m_keep->isChecked()};
}

void ConnectForm::setInput(const Input& input)
{
    m_masters->setVoters(input.masters);
    m_patterns->setPlainText(input.patterns);
    m_name->setText(input.name);
    m_tls->setTls(input.tls);
    m_class->setCurrentIndex(input.deploymentClass);
    m_readOnly->setChecked(input.isReadOnly);
    m_keep->setChecked(input.isKept);
}

void ConnectForm::createLayout()
{
    auto* layout = boxLayout<QVBoxLayout>(this, {0, 0, 8, 0});
    layout->addLayout(m_form);
    layout->addStretch(1);
    m_form->setHorizontalSpacing(12);
    m_form->addRow(caption(tr("&Masters"), &m_masters->lastLine()));
    m_form->addRow(m_masters);
    m_form->addRow(QString(), m_keep);
    m_form->addRow(captionLabel(tr("TLS"), this), m_tls);
    addRow(tr("&Patterns"), m_patterns);
    m_form->addRow(QString(), m_prefixes);
    m_form->setRowVisible(m_prefixes, false);
    addPair(tr("&Name"), m_name, tr("&Class"), m_class);
    m_form->addRow(QString(), m_readOnly);
}

bool ConnectForm::isUntouched() const
{
    return m_masters->voters().empty();
}

bool ConnectForm::isPasswordKept() const
{
    return m_canKeep && m_keep->isChecked() && m_masters->hasPassword();
}

void ConnectForm::noteChange()
{
    const auto masters = m_masters->named().masters;
    const bool isTls = std::ranges::any_of(masters, usesTls);
    m_form->setRowVisible(m_tls, isTls);
    m_form->setRowVisible(m_keep, m_canKeep && m_masters->hasPassword());
    m_name->setPlaceholderText(masters.empty() ? QString() : safeText(nameFrom(masters.front())));
    Q_EMIT changed();
}

Result<std::vector<std::string>> ConnectForm::patterns() const
{
    std::vector<std::string> globs;
    for (const QString& line : m_patterns->toPlainText().split(u'\n')) {
        const std::string glob = line.trimmed().toStdString();
        if (glob.empty())
            continue;
        if (const auto checked = redis::checkGlob(glob); !checked)
            return tl::make_unexpected(checked.error());
        globs.push_back(glob);
    }
    return globs;
}

Result<void> ConnectForm::applyTls(config::Deployment& deployment) const
{
    const redis::Tls files = m_tls->tls();
    if (files.certFile.empty() && !files.keyFile.empty())
        return invalid(tr("a key needs its certificate; choose the certificate, too"));
    const auto apply = [&files](redis::Url& url) {
        if (url.tls && *url.tls == redis::Tls())
            url.tls = files;
    };
    for (config::MasterConfig& master : deployment.masters) {
        for (redis::Url* url : urlsOf(master))
            apply(*url);
        if (!master.sentinel)
            continue;
        for (redis::Url& sentinel : master.sentinel->sentinels)
            apply(sentinel);
    }
    return {};
}

Result<config::Deployment> ConnectForm::deployment(Masters which) const
{
    config::NamedMasters named = m_masters->named();
    if (which == Masters::All && !named.problems.empty()) {
        auto& [id, error] = named.problems.front();
        return fail(error.kind, std::move(error.text), std::move(id));
    }
    if (named.masters.empty())
        return invalid(tr("no master is named"));
    config::Deployment deployment;
    const std::string name = m_name->text().trimmed().toStdString();
    deployment.name = name.empty() ? nameFrom(named.masters.front()) : name;
    if (deployment.name.size() > kLongestName)
        return invalid(tr("the name is longer than 64 bytes; shorten it"));
    deployment.masters = std::move(named.masters);
    auto globs = patterns();
    if (!globs)
        return tl::make_unexpected(globs.error());
    deployment.patterns = std::move(*globs);
    deployment.deploymentClass
        = static_cast<config::DeploymentClass>(m_class->currentData().toInt());
    deployment.isReadOnly = m_readOnly->isChecked();
    if (auto applied = applyTls(deployment); !applied)
        return tl::make_unexpected(applied.error());
    return deployment;
}

void ConnectForm::showPrefixes(const check::KeySample& sample)
{
    m_form->setRowVisible(m_prefixes, sample.isAnyAnswered);
    m_prefixes->offer(sample, m_patterns);
}

void ConnectForm::addPattern(const std::string& pattern)
{
    const auto known = patterns();
    if (known && std::find(known->begin(), known->end(), pattern) != known->end())
        return;
    const QString before = m_patterns->toPlainText().trimmed();
    const QString added = QString::fromStdString(pattern);
    m_patterns->setPlainText(before.isEmpty() ? added : before + u'\n' + added);
}

} // namespace lockkeeper::ui

#include "connect_form.moc"
