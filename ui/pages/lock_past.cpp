// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lock_past.h"

#include "core/output/incident_words.h"
#include "ui/models/words/words.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/table_view.h"

#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

/// Recorded within half a second.
constexpr std::chrono::milliseconds kUntilWritten{1000};

} // namespace

LockPast::LockPast(LockPastSource& source, QWidget* parent)
    : QWidget(parent)
    , m_source(source)
    , m_usual(wrappingLabel({}, this))
    , m_table(new TableView(this))
{
    m_usual->setObjectName(u"pastLabel"_s);
    m_table->setObjectName(u"pastOwnersTable"_s);
    m_table->setAccessibleName(tr("Owners of the past"));
    m_table->setModel(&m_owners);
    m_table->setMinimumWidth(300);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_usual);
    layout->addWidget(m_table, 1);
    m_again.setSingleShot(true);
    m_again.setInterval(kUntilWritten);
    connect(&m_again, &QTimer::timeout, this, &LockPast::ask);
    connect(&source, &LockPastSource::loaded, this,
        [this](const Resource& resource, const LockPastPtr& past) {
            if (resource == m_resource)
                showPast(past);
        });
    connect(&source, &LockPastSource::failed, this,
        [this](const Resource& resource, const Error& error) {
            if (resource == m_resource)
                say(errorText(error));
        });
}

void LockPast::setLock(
    const std::optional<Resource>& resource, const std::optional<Fingerprint>& owner)
{
    if (resource == m_resource && owner == m_owner)
        return;
    const bool isOther = resource != m_resource;
    m_resource = resource;
    m_owner = owner;
    m_isOutdated = true;
    if (isOther) {
        say({});
        ask();
    } else if (isVisible() && !m_again.isActive()) {
        m_again.start();
    }
}

void LockPast::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_isOutdated)
        ask();
}

void LockPast::ask()
{
    if (!isVisible() || !m_resource)
        return;
    m_isOutdated = false;
    m_source.ask(*m_resource);
}

void LockPast::showPast(const LockPastPtr& past)
{
    if (!past || past->owners.empty()) {
        if (m_isRecorded && m_isRecorded())
            return say(tr("Nothing is recorded of this lock yet."));
        return say(tr("Nothing is recorded. To record: View, Recording, Record this deployment; or "
                      "lockctl watch --record."));
    }
    QStringList lines;
    if (past->usual)
        lines << QString::fromStdString(output::usualText(*past->usual));
    if (past->handOvers)
        lines << QString::fromStdString(output::handOversText(*past->handOvers));
    m_usual->setText(lines.join(u'\n'));
    m_usual->setVisible(!lines.isEmpty());
    m_owners.setOwners(past->owners);
    m_table->show();
}

void LockPast::say(const QString& text)
{
    m_owners.setOwners({});
    m_table->hide();
    m_usual->setText(text);
    m_usual->show();
}

} // namespace lockkeeper::ui
