// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/records.h"

#include "core/output/board_json.h"
#include "core/output/incident.h"
#include "core/output/lock_csv.h"
#include "core/release/journal.h"
#include "core/release/journal_lines.h"
#include "core/text/natural_order.h"
#include "core/text/translate.h"
#include "core/words/lock_words.h"
#include "core/words/problem_words.h"
#include "ui/bridge/deployment_bridge.h"
#include "ui/bridge/session.h"
#include "ui/bridge/task_queue.h"
#include "ui/dialogs/report_dialog.h"
#include "ui/models/locks/lock_store.h"
#include "ui/models/table/table_text.h"
#include "ui/models/words/words.h"
#include "ui/pages/lab/lab_page.h"
#include "ui/pages/locks_page.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/widgets/table_view.h"

#include <QFile>
#include <QFileInfo>
#include <QHeaderView>
#include <QObject>
#include <algorithm>
#include <list>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockkeeper::ui {

/// Journals the next holder for an hour after a release or revoke by any program with this journal.
/// Ignores earlier ones.
class Succession final : public QObject {
    Q_OBJECT
public:
    Succession(config::Deployment deployment, std::filesystem::path journal, const LockStore& locks,
        const Clock& clock, QObject* parent = nullptr);

public Q_SLOTS:
    void expect(const lockkeeper::release::JournalEntries& entries);
    void follow();

Q_SIGNALS:
    void noted();
    void failed(const lockkeeper::Error& error);

private:
    [[nodiscard]] std::optional<release::JournalNext> nextOf(const release::Deed& deed) const;
    void note(const release::JournalNext& next);

    config::Deployment m_deployment;
    std::filesystem::path m_journal;
    const LockStore& m_locks;
    const Clock& m_clock;
    WallTime m_since;
    std::list<release::Deed> m_open; ///< without a next holder
    std::set<std::string> m_known;
    TaskQueue m_tasks{TaskQueue::AtEnd::RunAll};
};

namespace {

constexpr auto kFollowFor = 1h;

bool takesALock(const release::Deed& deed)
{
    return deed.result && deed.result->time && !deed.intent.tokenSha1.empty()
        && !deed.result->hasHolderChanged && !deed.intent.isForPart();
}

} // namespace

Succession::Succession(config::Deployment deployment, std::filesystem::path journal,
    const LockStore& locks, const Clock& clock, QObject* parent)
    : QObject(parent)
    , m_deployment(std::move(deployment))
    , m_journal(std::move(journal))
    , m_locks(locks)
    , m_clock(clock)
    , m_since(clock.wallNow())
{ }

void Succession::expect(const release::JournalEntries& entries)
{
    for (const release::Deed& deed : release::deedsOf(entries).deeds) {
        if (deed.next || !takesALock(deed) || *deed.result->time < m_since
            || !output::isOf(m_deployment, deed.intent))
            continue;
        if (m_known.insert(deed.intent.id).second)
            m_open.push_back(deed);
    }
    follow();
}

void Succession::follow()
{
    const WallTime now = m_clock.wallNow();
    m_open.remove_if([&](const release::Deed& deed) {
        const auto next = nextOf(deed);
        if (next)
            note(*next);
        return next || now - *deed.result->time > kFollowFor;
    });
}

std::optional<release::JournalNext> Succession::nextOf(const release::Deed& deed) const
{
    const auto present = m_locks.presentEntry(Resource(deed.intent.resource));
    if (!present)
        return std::nullopt;
    const observe::LockEntry& entry = *present;
    const WallTime result = *deed.result->time;
    const auto since = entry.packedLock.since();
    const WallTime seen = m_clock.wallNow()
        - std::chrono::duration_cast<WallTime::duration>(m_clock.now() - entry.firstSeen);
    const auto token = output::successorOf(entry, deed.intent, seen > result);
    // An older token is a leftover, or the table lags.
    if (!token || !entry.isDecoded || seen < deed.intent.time.value_or(result))
        return std::nullopt;
    const WallTime taken = since && *since >= result && *since < seen ? *since : seen;
    const InEnglish forTheJournal;
    return release::JournalNext{.id = deed.intent.id,
        .tokenSha1 = token->hex(),
        .holder = words::holderAloneText(entry.unpackLock()),
        .after
        = std::max(0ms, std::chrono::duration_cast<std::chrono::milliseconds>(taken - result))};
}

void Succession::note(const release::JournalNext& next)
{
    const auto write = [this, next, file = m_journal] {
        return release::Journal::open(file, m_clock).and_then([&](release::Journal&& journal) {
            return journal.writeNext(next);
        });
    };
    m_tasks.run(this, write, [this](const Result<void>& written) {
        if (written)
            Q_EMIT noted();
        else
            Q_EMIT failed(written.error());
    });
}

namespace {

bool isJson(const QString& file)
{
    return file.endsWith(u".json"_s, Qt::CaseInsensitive);
}

QList<int> columnsOf(const QTableView& table)
{
    QList<int> columns;
    for (int place = 0; place < table.model()->columnCount(); ++place) {
        const int column = table.horizontalHeader()->logicalIndex(place);
        if (!table.isColumnHidden(column))
            columns << column;
    }
    return columns;
}

/// New names without endings: nobody was asked whether to replace files.
QString newFilesBeside(const QString& report, const QStringList& endings)
{
    const QFileInfo info(report);
    const QString wanted = info.path() + u'/' + info.completeBaseName();
    QString path = wanted;
    const auto isThere = [&](const QString& ending) { return QFile::exists(path + ending); };
    for (int i = 2; std::ranges::any_of(endings, isThere); ++i)
        path = wanted + u'-' + QString::number(i);
    return path;
}

} // namespace

Records::Records(Session& session, Prompter& prompter, QWidget& window)
    : QObject(&window)
    , m_session(session)
    , m_prompter(prompter)
    , m_window(window)
    , m_reports(
          session.deployment(), session.journalReader().file(), session.locks(), session.clock())
    , m_succession(new Succession(session.deployment(), session.journalReader().file(),
          session.locks(), session.clock(), this))
{
    m_reports.setRecordedAt([&session] { return session.recordedAt(); });
    connect(&m_writer, &FileWriter::written, this, [this](const QString& file) {
        Q_EMIT said(tr("Saved %1").arg(safeText(QFile::encodeName(file).toStdString())));
    });
    connect(&m_writer, &FileWriter::failed, this, &Records::failed);
    connect(m_succession, &Succession::failed, this, &Records::failed);
    JournalReader& journal = session.journalReader();
    connect(&journal, &JournalReader::loaded, m_succession, &Succession::expect);
    connect(m_succession, &Succession::noted, &journal, &JournalReader::reload);
    connect(&session, &Session::updated, this, [this](const BoardUpdatePtr& update) {
        m_update = update;
        m_reports.setWaits(update->waits);
        m_succession->follow();
    });
}

void Records::report(const std::optional<Resource>& resource)
{
    const auto draw = [](const TimelinePiece& piece, int width, const QWidget& like) {
        return imageOf(piece, width, like);
    };
    auto* dialog = new ReportDialog(m_reports, resource, m_session.clock(), draw, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->offer(locksByUrgency());
    connect(dialog, &ReportDialog::saveRequested, this, [this, dialog] { saveReport(*dialog); });
    connect(&m_writer, &FileWriter::written, dialog, &ReportDialog::showSaved);
    connect(&m_writer, &FileWriter::failed, dialog, &ReportDialog::showSaveFailure);
    dialog->open();
}

void Records::reportWorst(const std::optional<Resource>& resource)
{
    const auto locks = locksByUrgency();
    const LockRow* const first = locks.empty() ? nullptr : m_session.locks().find(locks.front());
    const bool isProblem = first != nullptr && first->hasEvidence();
    report(resource || !isProblem ? resource : std::optional(locks.front()));
}

/// As the table of locks: problems first.
std::vector<Resource> Records::locksByUrgency() const
{
    constexpr std::size_t kMostOffered = 100;
    std::vector<std::pair<int, Resource>> locks;
    const LockRows& rows = m_session.locks().rows();
    for (int slot = 0; slot < rows.slotEnd(); ++slot) {
        if (rows.isThere(slot) && !rows[slot].isGone())
            locks.emplace_back(words::urgency(*rows[slot].entry), rows[slot].entry->resource);
    }
    const auto isBefore = [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first < b.first : NaturalLess()(a.second, b.second);
    };
    const std::size_t offered = std::min(locks.size(), kMostOffered);
    std::ranges::partial_sort(
        locks, locks.begin() + static_cast<std::ptrdiff_t>(offered), isBefore);
    std::vector<Resource> resources;
    for (std::size_t i = 0; i < offered; ++i)
        resources.push_back(locks[i].second);
    return resources;
}

void Records::saveReport(const ReportDialog& dialog)
{
    const QString file = m_prompter.chooseFile({.title = tr("Save the incident report"),
        .suggestedName = dialog.suggestedName(),
        .filters = {tr("Markdown (*.md)"), tr("JSON (*.json)")}});
    if (file.isEmpty())
        return;
    const auto write = [this](const QString& place, const QByteArray& text) {
        m_writer.write(place, [text] { return text.toStdString(); });
    };
    if (isJson(file))
        return write(file, dialog.json());
    if (!dialog.piece().picture)
        return write(file, dialog.markdown());
    const QFileInfo picture(newFilesBeside(file, {u".svg"_s}) + u".svg"_s);
    write(picture.filePath(), svgOf(dialog.piece(), dialog));
    write(file, dialog.markdown(picture.fileName()));
}

void Records::exportRows(const QWidget& page)
{
    if (const auto* timeline = qobject_cast<const TimelinePage*>(&page))
        return exportPicture(*timeline);
    if (const auto* lab = qobject_cast<const LabPage*>(&page))
        return exportRun(*lab);
    const auto* table = page.findChild<const TableView*>();
    if (table == nullptr || table->model() == nullptr)
        return;
    // A lock's details have tables too.
    const bool isOfLocks = qobject_cast<const LocksPage*>(&page) != nullptr;
    const QString file = m_prompter.chooseFile({.title = tr("Export the rows shown"),
        .suggestedName
        = isOfLocks ? u"locks.csv"_s : table->objectName().remove(u"Table"_s) + u".csv"_s,
        .filters = {tr("CSV (*.csv)"), tr("JSON (*.json)")}});
    if (file.isEmpty())
        return;
    if (isOfLocks)
        return exportLocks(file);
    const InEnglish english; // programs read it
    m_writer.write(
        file, [isJson = isJson(file), text = textOf(*table->model(), columnsOf(*table))] {
            return isJson ? asJson(text) : asCsv(text);
        });
}

void Records::exportPicture(const TimelinePage& timeline)
{
    const QString file = m_prompter.chooseFile({.title = tr("Save the picture"),
        .suggestedName = u"timeline.svg"_s,
        .filters = {tr("SVG (*.svg)"), tr("PNG (*.png)")}});
    if (file.isEmpty())
        return;
    const bool isPng = file.endsWith(u".png"_s, Qt::CaseInsensitive);
    m_writer.write(file,
        [picture = isPng ? timeline.asPng() : timeline.asSvg()] { return picture.toStdString(); });
}

void Records::exportRun(const LabPage& lab)
{
    const QString file = m_prompter.chooseFile({.title = tr("Save the picture"),
        .suggestedName = lab.pictureName() + u".svg"_s,
        .filters = {tr("SVG (*.svg)"), tr("PNG (*.png)"), tr("Markdown (*.md)")}});
    if (file.isEmpty())
        return;
    const auto write = [this](const QString& place, const std::string& text) {
        if (!text.empty())
            m_writer.write(place, [text] { return text; });
    };
    if (file.endsWith(u".png"_s, Qt::CaseInsensitive))
        return write(file, lab.asPng().toStdString());
    if (!file.endsWith(u".md"_s, Qt::CaseInsensitive))
        return write(file, lab.asSvg());
    const QString pictures = newFilesBeside(file, {u".svg"_s, u"-cure.svg"_s});
    write(pictures + u".svg"_s, lab.asSvg(false));
    write(pictures + u"-cure.svg"_s, lab.asSvg(true));
    write(file, lab.asMarkdown(QFileInfo(pictures).fileName()));
}

void Records::exportLocks(const QString& file)
{
    m_writer.write(file,
        [isJson = isJson(file), locks = m_session.filteredLocks().entries(), update = m_update,
            deployment = m_session.deployment()] {
            std::string text;
            const auto add = [&text](std::string_view piece) { text += piece; };
            if (isJson)
                output::writeBoard(
                    deployment, update ? *update : observe::BoardUpdate(), locks, add);
            else
                output::writeCsv(locks, add);
            return text;
        });
}

} // namespace lockkeeper::ui

#include "records.moc"
