// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/command_palette.h"

#include "core/words/problem_words.h"
#include "ui/models/locks/lock_store.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/labels.h"

#include <QActionGroup>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QTreeView>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

constexpr int kScattered = 1000; ///< ranks below any word

std::optional<int> wordsMatch(QStringView typed, QStringView title)
{
    int rank = 0;
    for (const QStringView word : typed.tokenize(u' ', Qt::SkipEmptyParts)) {
        const qsizetype at = title.indexOf(word, 0, Qt::CaseInsensitive);
        if (at < 0)
            return std::nullopt;
        const bool isWordStart = at == 0 || !title[at - 1].isLetterOrNumber();
        rank += static_cast<int>(std::min<qsizetype>(at, kScattered / 10))
            + (isWordStart ? 0 : kScattered / 10);
    }
    return rank;
}

} // namespace

std::optional<int> titleMatch(QStringView typed, QStringView title)
{
    if (const auto rank = wordsMatch(typed, title))
        return rank;
    // Prefers initials.
    int strays = 0;
    qsizetype end = 0;
    for (const QChar character : typed) {
        if (character.isSpace())
            continue;
        const qsizetype at = title.indexOf(character, end, Qt::CaseInsensitive);
        if (at < 0)
            return std::nullopt;
        const bool isNext = at == end && at > 0;
        strays += isNext || at == 0 || !title[at - 1].isLetterOrNumber() ? 0 : 1;
        end = at + 1;
    }
    return kScattered * (1 + strays) + static_cast<int>(title.size());
}

namespace {

constexpr qsizetype kMostLocks = 20;
constexpr int kByName = 5000; ///< ranks below any title
constexpr QChar kEllipsis(0x2026);
constexpr qsizetype kShortestName = 2; ///< most names contain any one character

bool isSubmenu(const QMenu& menu)
{
    return std::ranges::any_of(menu.menuAction()->associatedObjects(),
        [](const QObject* object) { return qobject_cast<const QMenu*>(object) != nullptr; });
}

/// "&Acquire...\tSpace": "Acquire..."; choices: "Theme: As the system".
QString titleOf(const QAction& action)
{
    const QString title = withoutMnemonic(action.text().section(u'\t', 0, 0));
    for (const QObject* object : action.associatedObjects()) {
        const auto* menu = qobject_cast<const QMenu*>(object);
        if (menu != nullptr && (action.actionGroup() != nullptr || isSubmenu(*menu)))
            return namedText(withoutMnemonic(menu->title()), title);
    }
    return title;
}

QString nameFilter(const QString& typed)
{
    QStringList terms;
    for (const QString& part : typed.simplified().split(u' '))
        terms << u"name:\"%1\""_s.arg(part);
    return terms.join(u' ');
}

/// Also by the English object name, for users without an input method.
std::optional<int> rankOf(const QAction& action, const QString& typed)
{
    if (const auto rank = titleMatch(typed, titleOf(action)))
        return rank;
    const qsizetype at
        = action.objectName().remove(u"Action"_s).indexOf(typed, 0, Qt::CaseInsensitive);
    return at < 0 ? std::nullopt : std::optional(kByName + static_cast<int>(at));
}

} // namespace

CommandPalette::CommandPalette(Sources sources, QWidget* parent)
    : QDialog(parent)
    , m_sources(std::move(sources))
    , m_typed(new QLineEdit(this))
{
    setObjectName(u"commandPalette"_s);
    setWindowTitle(tr("Go to"));
    m_typed->setObjectName(u"paletteLineEdit"_s);
    m_typed->setPlaceholderText(tr("An action, a page, a deployment, or a lock"));
    m_typed->setAccessibleName(tr("Go to"));
    m_typed->setAccessibleDescription(tr("Up and Down select, Enter does it."));
    m_typed->installEventFilter(this);
    auto* view = new QTreeView(this);
    m_list = view;
    nameWidget(*view, u"paletteList"_s, tr("What was found"));
    view->setModel(&m_model);
    view->setRootIsDecorated(false);
    view->setHeaderHidden(true);
    view->setUniformRowHeights(true);
    view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view->setTextElideMode(Qt::ElideMiddle);
    view->setFocusPolicy(Qt::NoFocus);
    auto* layout = boxLayout<QVBoxLayout>(this, {12, 12, 12, 12}, 8);
    layout->addWidget(m_typed);
    layout->addWidget(view, 1);
    resize(620, 400);
    connect(m_typed, &QLineEdit::textChanged, this, &CommandPalette::find);
    connect(m_typed, &QLineEdit::returnPressed, this, &CommandPalette::choose);
    connect(view, &QAbstractItemView::clicked, this, &CommandPalette::choose);
    connect(&m_sorter, &LockSorter::finished, this, &CommandPalette::addLocks);
    m_model.setColumnCount(2);
    find();
    view->header()->setStretchLastSection(false);
    view->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    view->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
}

QList<QAction*> CommandPalette::actionsOf(const QWidget& window)
{
    QList<QAction*> actions;
    for (QAction* action : window.findChildren<QAction*>()) {
        const bool isNamed = action->objectName().endsWith(u"Action"_s)
            || action->objectName().startsWith(u"pageAction"_s);
        if (isNamed && action->isVisible() && action->menu() == nullptr)
            actions << action;
    }
    return actions;
}

void CommandPalette::find()
{
    const QString typed = m_typed->text().trimmed();
    std::vector<Entry> found;
    for (QAction* action : std::as_const(m_sources.actions)) {
        const auto rank = action->isEnabled() ? rankOf(*action, typed) : std::nullopt;
        if (!rank)
            continue;
        const QString title = titleOf(*action);
        const bool isOnLock = m_sources.onLock.contains(action) && !m_sources.lock.isEmpty();
        found.push_back({.kind = Kind::Action,
            .title = isOnLock
                ? namedText(title.endsWith(kEllipsis) ? title.chopped(1) : title, m_sources.lock)
                : title,
            .detail = action->shortcut().toString(QKeySequence::NativeText),
            .rank = *rank,
            .action = action});
    }
    const int deployments = m_sources.deployments ? m_sources.deployments->rowCount() : 0;
    for (int row = 0; row < deployments; ++row) {
        const QString name = m_sources.deployments->index(row, 0).data().toString();
        if (const auto rank = titleMatch(typed, name))
            found.push_back({.kind = Kind::Deployment,
                .title = name,
                .detail = tr("deployment"),
                .rank = *rank + 1,
                .row = row});
    }
    list(std::move(found));
    m_sorter.cancel();
    if (m_sources.locks && typed.size() >= kShortestName && !typed.contains(u'"'))
        m_sorter.start(m_sources.locks->rows(), {.filter = LockFilter(nameFilter(typed))});
    else
        tellIfNone();
}

void CommandPalette::tellIfNone()
{
    if (!m_entries.empty())
        return;
    auto* none = new QStandardItem(tr("Nothing has that in its name."));
    none->setEnabled(false);
    m_model.appendRow(none);
}

void CommandPalette::addLocks(const LockSorter::Job& job)
{
    const LockRows& rows = m_sources.locks->rows();
    std::vector<Entry> entries = m_entries;
    qsizetype count = 0;
    for (const LockSorter::Item& item : job.items) {
        if (count == kMostLocks)
            break;
        if (!item.isMatch || !rows.isThere(item.slot) || rows[item.slot].id != item.id)
            continue;
        ++count;
        const LockRow& row = rows[item.slot];
        entries.push_back({.kind = Kind::Lock,
            .title = safeText(row.entry->resource),
            .detail = toQt(words::gistOf(*row.entry, row.judgement).state),
            .rank = titleMatch(m_typed->text(), safeText(row.entry->resource)).value_or(0),
            .resource = row.entry->resource});
    }
    list(std::move(entries));
    tellIfNone();
}

void CommandPalette::list(std::vector<Entry> entries)
{
    if (!m_typed->text().isEmpty())
        std::ranges::stable_sort(entries, {}, &Entry::rank);
    m_entries = std::move(entries);
    m_model.setRowCount(0);
    for (const Entry& entry : m_entries) {
        const QList<QStandardItem*> items{
            new QStandardItem(entry.title), new QStandardItem(entry.detail)};
        items.front()->setSizeHint({0, fontMetrics().height() + 10});
        items.back()->setForeground(palette().brush(QPalette::PlaceholderText));
        m_model.appendRow(items);
    }
    m_list->setCurrentIndex(m_model.index(0, 0));
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_typed && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const int step = key == Qt::Key_Down ? 1
            : key == Qt::Key_Up              ? -1
            : key == Qt::Key_PageDown        ? 10
            : key == Qt::Key_PageUp          ? -10
                                             : 0;
        if (step != 0) {
            const int row = std::clamp(
                m_list->currentIndex().row() + step, 0, std::max(m_model.rowCount() - 1, 0));
            m_list->setCurrentIndex(m_model.index(row, 0));
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

void CommandPalette::choose()
{
    const int row = m_list->currentIndex().row();
    if (row < 0 || row >= std::ssize(m_entries))
        return;
    const Entry entry = m_entries[static_cast<std::size_t>(row)];
    if (entry.action && !entry.action->isEnabled())
        return;
    accept();
    // Queued: an action's dialog would be this one's child.
    if (entry.action)
        QMetaObject::invokeMethod(entry.action, &QAction::trigger, Qt::QueuedConnection);
    else if (entry.resource)
        Q_EMIT lockChosen(*entry.resource);
    else
        Q_EMIT deploymentChosen(entry.row);
}

} // namespace lockkeeper::ui
