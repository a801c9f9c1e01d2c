// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/acquire_dialog.h"

#include "core/lock/scheme.h"
#include "core/words/scheme_words.h"
#include "ui/models/words/words.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/form.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/spoken.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

constexpr std::chrono::seconds kSoon{1};

} // namespace

AcquireDialog::AcquireDialog(const QString& deployment, HolderLookup holderOf, QWidget* parent)
    : QDialog(parent)
    , m_holderOf(std::move(holderOf))
    , m_resource(new QLineEdit(this))
    , m_ttlLabel(new QLabel(tr("&TTL"), this))
    , m_ttl(new QSpinBox(this))
    , m_ttlUnit(new QComboBox(this))
    , m_wait(new QSpinBox(this))
    , m_scheme(new QComboBox(this))
    , m_fault(wrappingLabel({}, this))
    , m_renew(new QCheckBox(tr("Renew it while this window is open"), this))
    , m_fence(new QCheckBox(tr("With a fencing number: who comes late can be refused"), this))
    , m_leave(
          new QCheckBox(tr("Leave it: neither renewed nor released, as by one that died"), this))
    , m_hint(wrappingLabel({}, this))
    , m_outcome(wrappingLabel({}, this))
    , m_progress(new QProgressBar(this))
    , m_acquire(new QPushButton(tr("Acquire"), this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
{
    setObjectName(u"acquireDialog"_s);
    setWindowTitle(tr("Acquire a lock"));
    createFields();
    createLayout(deployment);
    connectSignals();
    setBusy(false);
    validate();
}

void AcquireDialog::createFields()
{
    m_resource->setObjectName(u"resourceLineEdit"_s);
    m_resource->setPlaceholderText(tr("orders:42"));
    m_resource->setAccessibleName(tr("Resource"));
    nameWidget(*m_ttl, u"ttlSpinBox"_s, tr("TTL"));
    m_ttl->setRange(1, 1'000'000);
    m_ttl->setValue(30);
    nameWidget(*m_ttlUnit, u"ttlUnitComboBox"_s, tr("Unit of the TTL"));
    m_ttlUnit->addItem(tr("ms"), 1);
    m_ttlUnit->addItem(tr("seconds"), 1000);
    m_ttlUnit->addItem(tr("minutes"), 60'000);
    m_ttlUnit->setCurrentIndex(1);
    nameWidget(*m_wait, u"waitSpinBox"_s, tr("Wait"));
    m_wait->setRange(0, 3600);
    m_wait->setSuffix(tr(" seconds"));
    m_wait->setSpecialValueText(tr("do not wait"));
    nameWidget(*m_scheme, u"schemeComboBox"_s, tr("Scheme"));
    for (const lock::SchemeRef scheme : lock::allSchemes()) {
        const std::string_view name = nameOf(scheme);
        m_scheme->addItem(QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size())));
    }
    m_fault->setObjectName(u"faultLabel"_s);
    m_fault->setForegroundRole(QPalette::PlaceholderText);
    m_renew->setObjectName(u"renewCheckBox"_s);
    m_renew->setChecked(true);
    m_fence->setObjectName(u"fenceCheckBox"_s);
    m_leave->setObjectName(u"leaveCheckBox"_s);
    m_hint->setObjectName(u"hintLabel"_s);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_outcome->setObjectName(u"outcomeLabel"_s);
    m_outcome->hide();
    m_progress->setObjectName(u"acquireProgressBar"_s);
    m_progress->setRange(0, 0);
    m_progress->setTextVisible(false);
    m_acquire->setObjectName(u"acquireButton"_s);
    m_acquire->setDefault(true);
    m_cancel->setObjectName(u"cancelButton"_s);
}

void AcquireDialog::createLayout(const QString& deployment)
{
    auto* ttl = new QHBoxLayout;
    ttl->setSpacing(8);
    ttl->addWidget(m_ttl, 1);
    ttl->addWidget(m_ttlUnit, 1);
    auto* wait = new QHBoxLayout;
    wait->setSpacing(8);
    wait->addWidget(m_wait, 1);
    wait->addWidget(new QWidget(this), 1);
    auto* waitLabel = new QLabel(tr("&Wait"), this);
    waitLabel->setBuddy(m_wait);
    auto* form = new Form;
    form->addRow(tr("&Resource"), m_resource);
    m_ttlLabel->setBuddy(m_ttl);
    form->addRow(m_ttlLabel, ttl);
    form->addRow(waitLabel, wait);
    form->addRow(tr("&Scheme"), m_scheme);
    form->addRow(QString(), m_fault);
    form->addRow(QString(), m_renew);
    form->addRow(QString(), m_fence);
    form->addRow(QString(), m_leave);
    form->addRow(QString(), m_hint);
    auto* layout = dialogBox(this, 12, 460);
    layout->addWidget(
        titleLabel(tr("Acquire a lock on %1").arg(deployment), TextSize::Title, this));
    layout->addLayout(form);
    layout->addWidget(m_outcome);
    layout->addStretch(1);
    layout->addWidget(m_progress);
    layout->addWidget(new DialogButtons(this,
        {{m_acquire, QDialogButtonBox::AcceptRole}, {m_cancel, QDialogButtonBox::RejectRole}}));
}

void AcquireDialog::connectSignals()
{
    connect(m_resource, &QLineEdit::textChanged, this, &AcquireDialog::validate);
    connect(m_ttl, &QSpinBox::valueChanged, this, &AcquireDialog::validate);
    connect(m_ttlUnit, &QComboBox::currentIndexChanged, this, &AcquireDialog::validate);
    connect(m_scheme, &QComboBox::currentIndexChanged, this, &AcquireDialog::validate);
    connect(m_renew, &QCheckBox::toggled, this, &AcquireDialog::validate);
    connect(m_leave, &QCheckBox::toggled, this, &AcquireDialog::validate);
    connect(m_acquire, &QPushButton::clicked, this, &AcquireDialog::begin);
    connect(m_cancel, &QPushButton::clicked, this, &AcquireDialog::reject);
}

AcquireRequest AcquireDialog::request() const
{
    const auto unit = m_ttlUnit->currentData().toInt();
    return {.resource = Resource(typedBytes(m_resource->text())),
        .ttl = std::chrono::milliseconds(static_cast<qint64>(m_ttl->value()) * unit),
        .wait = std::chrono::seconds(m_wait->value()),
        .isRenewed
        = m_renew->isChecked() && !m_leave->isChecked() && scheme().get().abilities().isExtendable,
        .isLeft = m_leave->isChecked(),
        .isFenced = m_fence->isChecked() && scheme().get().abilities().isFenceable,
        .scheme = scheme()};
}

lock::SchemeRef AcquireDialog::scheme() const
{
    const auto row = static_cast<std::size_t>(std::max(m_scheme->currentIndex(), 0));
    return lock::allSchemes()[row];
}

void AcquireDialog::validate()
{
    const QString name = m_resource->text();
    const auto ttl = request().ttl;
    const lock::Scheme::Abilities abilities = scheme().get().abilities();
    m_renew->setEnabled(abilities.isExtendable && !m_leave->isChecked() && !m_isBusy);
    m_fence->setEnabled(abilities.isFenceable && !m_isBusy);
    m_fault->setText(toQt(words::schemeFaultText(scheme())));
    QString hint = m_leave->isChecked() ? tr("It stays until its TTL is over, whatever becomes of "
                                             "this window: a stuck lock, made on "
                                             "purpose.")
        : !abilities.isExtendable ? tr("This scheme does not renew: the lock ends after the TTL.")
        : m_renew->isChecked()
        ? tr("Renewed at a third of the TTL; released when the window closes.")
        : tr("Not renewed: it ends after the TTL unless it is extended.");
    if (m_isQueueing)
        hint = tr("Queues, first come, first served; held while this window is open. If the window "
                  "dies, its session ends, after 30 seconds unless the ensemble sets another time, "
                  "and the lock with it.");
    const bool hasTooMany = m_masters > 1 && !abilities.hasManyMasters;
    if (hasTooMany)
        hint = tr("This scheme works on one master only, and there are %1.").arg(m_masters);
    else if (name.isEmpty())
        hint = m_isQueueing ? tr("Enter the path of the lock's node.")
                            : tr("Enter the resource's name: the Redis key of the lock.");
    else if (name != name.trimmed())
        hint = tr("The name begins or ends with a space. That is allowed, but seldom meant.");
    else if (ttl < std::chrono::milliseconds(100))
        hint = tr("A TTL this short may not outlast the round trips to the masters.");
    m_hint->setText(m_whyDisabled.isEmpty() ? hint : m_whyDisabled);
    m_acquire->setEnabled(!name.isEmpty() && !m_isBusy && !hasTooMany && m_whyDisabled.isEmpty());
    setTip(*m_acquire, m_whyDisabled);
    m_acquire->setText(name.isEmpty() ? tr("Acquire") : tr("Acquire %1").arg(forButton(name, 28)));
}

void AcquireDialog::setMasterCount(std::size_t masters)
{
    m_masters = masters;
    validate();
}

void AcquireDialog::setQueueing()
{
    m_isQueueing = true;
    auto* const form = findChild<Form*>();
    for (QWidget* const field :
        std::initializer_list<QWidget*>{m_scheme, m_fault, m_renew, m_fence, m_leave})
        form->setRowVisible(field, false);
    for (QWidget* const part : std::initializer_list<QWidget*>{m_ttlLabel, m_ttl, m_ttlUnit})
        part->hide();
    m_resource->setPlaceholderText(u"/locks/orders"_s);
    validate();
}

void AcquireDialog::setWhyDisabled(const QString& why)
{
    m_whyDisabled = why;
    validate();
}

void AcquireDialog::begin()
{
    m_outcome->hide();
    setBusy(true);
    m_waitsSince.start();
    Q_EMIT acquireRequested(request());
}

void AcquireDialog::setBusy(bool isBusy)
{
    m_isBusy = isBusy;
    for (auto* field : std::initializer_list<QWidget*>{
             m_resource, m_ttl, m_ttlUnit, m_wait, m_scheme, m_renew, m_fence, m_leave}) {
        field->setEnabled(!isBusy);
    }
    QSizePolicy policy = m_progress->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    m_progress->setSizePolicy(policy);
    m_progress->setVisible(isBusy);
    m_cancel->setText(isBusy ? tr("Stop acquiring") : tr("Cancel"));
    validate();
}

void AcquireDialog::tick()
{
    const QString holder = m_isBusy ? m_holderOf(request().resource) : QString();
    const auto waited = std::chrono::milliseconds(m_waitsSince.elapsed());
    if (holder.isEmpty() || waited < kSoon)
        return;
    m_outcome->setText(
        tr("Has waited %1; seen as its holder: %2.")
            .arg(durationText(std::chrono::floor<std::chrono::seconds>(waited)), holder));
    m_outcome->show();
}

void AcquireDialog::showAcquired()
{
    setBusy(false);
    accept();
}

void AcquireDialog::showFailure(const AcquireFailure& failure)
{
    setBusy(false);
    m_outcome->setText(failureText(failure));
    m_outcome->show();
    m_resource->setFocus();
}

QString AcquireDialog::failureText(const AcquireFailure& failure) const
{
    QStringList lines;
    switch (failure.kind) {
    case AcquireFailure::Kind::Contended: {
        const QString holder = m_holderOf(failure.resource);
        lines << (holder.isEmpty()
                ? tr("Not acquired: another has it.")
                : tr("Not acquired: another has it; seen as its holder: %1.").arg(holder));
        break;
    }
    case AcquireFailure::Kind::NoQuorum:
        lines << tr("Not acquired: too many masters failed. Nothing is held.");
        break;
    case AcquireFailure::Kind::Failed:
        lines << tr("Not acquired: %1").arg(errorText(failure.error));
        break;
    case AcquireFailure::Kind::Cancelled:
        lines << tr("Stopped. Nothing is held.");
        break;
    }
    for (const auto& vote : failure.votes)
        lines << tr("    %1: %2").arg(safeText(vote.master.value()), masterVoteText(vote));
    return lines.join(u'\n');
}

void AcquireDialog::reject()
{
    if (m_isBusy)
        Q_EMIT cancelRequested();
    else
        QDialog::reject();
}

} // namespace lockkeeper::ui
