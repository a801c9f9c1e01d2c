// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lock_past.h"

#include "core/output/freed.h"
#include "core/output/incident_words.h"
#include "core/words/time_words.h"
#include "ui/models/words/words.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/table_view.h"

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

Result<LockPastPtr> readPast(
    const history::Place& place, const std::filesystem::path& journal, const Resource& resource)
{
    if (!place.mayExist())
        return LockPastPtr();
    auto past = history::readLockPast(place, resource, LockPastSource::kMostOwners);
    if (!past)
        return tl::make_unexpected(std::move(past.error()));
    if (!journal.empty())
        output::noteWhoFreed(past->owners, output::deedsIn(journal));
    return std::make_shared<const history::LockPast>(std::move(*past));
}

} // namespace

LockPastSource::LockPastSource(std::function<history::Place()> place, QObject* parent)
    : QObject(parent)
    , m_place(std::move(place))
{ }

void LockPastSource::ask(const Resource& resource)
{
    const auto read
        = [this, resource, journal = m_journal] { return readPast(m_place(), journal, resource); };
    m_tasks.runLatest(this, read, [this, resource](const Result<LockPastPtr>& past) {
        if (past)
            Q_EMIT loaded(resource, *past);
        else
            Q_EMIT failed(resource, past.error());
    });
}

bool operator==(const PastOwnerRow& a, const PastOwnerRow& b)
{
    return a.key() == b.key() && a.interval.holder == b.interval.holder
        && a.interval.lastSeen == b.interval.lastSeen && a.interval.endedAt == b.interval.endedAt
        && a.interval.end == b.interval.end && a.interval.held == b.interval.held
        && a.interval.isHeldExact == b.interval.isHeldExact;
}

void PastOwnerModel::setOwners(const std::vector<history::Interval>& owners)
{
    std::vector<PastOwnerRow> rows;
    for (auto owner = owners.rbegin(); owner != owners.rend(); ++owner)
        rows.push_back({*owner});
    syncRows(std::move(rows));
}

QVariant PastOwnerModel::cell(int row, int column, int role) const
{
    const history::Interval& interval = rows()[static_cast<std::size_t>(row)].interval;
    return textCell(role, QByteArray::fromStdString(interval.token.hex()),
        [&] { return text(interval, column); });
}

QList<TableColumn> PastOwnerModel::columns() const
{
    return {
        {"from", tr("Seen from"), 180},
        {"for", tr("Held for"), 124, TableColumn::Narrow},
        {"end", tr("End"), 190, TableColumn::Narrow},
        {"owner", tr("Owner")},
    };
}

QString PastOwnerModel::text(const history::Interval& interval, int column)
{
    switch (column) {
    case From:
        return toQt(words::utcText(interval.firstSeen));
    case For:
        // A present hold has only its last sighting.
        return !interval.endedAt ? QString() : toQt(output::heldText(interval));
    case End:
        return interval.endedAt ? toQt(output::endText(interval)) : tr("not yet");
    case Owner:
        return toQt(output::recordedHolder(interval.holder));
    default:
        return {};
    }
}

namespace {

/// The history is written within half a second.
constexpr std::chrono::milliseconds kUntilWritten{1000};

} // namespace

LockPast::LockPast(LockPastSource& source, QWidget* parent)
    : QWidget(parent)
    , m_source(source)
    , m_usual(wrappingLabel({}, this))
    , m_table(new TableView(this))
{
    m_usual->setObjectName(u"pastLabel"_s);
    nameWidget(*m_table, u"pastOwnersTable"_s, tr("Owners of the past"));
    m_table->setModel(&m_owners);
    m_table->setMinimumWidth(300);
    auto* layout = boxLayout<QVBoxLayout>(this, {0, 8, 0, 0}, 8);
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
        lines << toQt(output::usualText(*past->usual));
    if (past->handOvers)
        lines << toQt(output::handOversText(*past->handOvers));
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
