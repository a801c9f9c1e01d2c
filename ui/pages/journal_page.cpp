// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/journal_page.h"

#include "ui/bridge/journal_reader.h"
#include "ui/models/base/roles.h"
#include "ui/models/journal_model.h"
#include "ui/models/words/name_words.h"
#include "ui/models/words/words.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/fold.h"
#include "ui/widgets/form.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/spoken.h"
#include "ui/widgets/table_view.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSortFilterProxyModel>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

class JournalDetail final : public QScrollArea {
    Q_OBJECT
public:
    explicit JournalDetail(QWidget* parent)
        : QScrollArea(parent)
        , m_sent(wrappingLabel())
        , m_fold(new Fold(tr("Sent"), m_sent))
    {
        auto* const facts = new QWidget;
        auto* const layout = boxLayout<QVBoxLayout>(facts, {16, 12, 16, 12}, 4);
        m_form = new Form;
        m_form->setVerticalSpacing(4);
        for (const DeedFact& fact : deedFacts({}))
            m_values.push_back(addFact(*m_form, fact.caption));
        m_sent->setObjectName(u"sentLabel"_s);
        m_sent->setFont(monospaceFont(font()));
        setCaption(*m_sent, tr("Sent"));
        layout->addLayout(m_form);
        layout->addWidget(m_fold);
        layout->addStretch(1); // else rows share the space
        // Makes the content as high as its wrapped texts, and scroll.
        QSizePolicy policy = facts->sizePolicy();
        policy.setHeightForWidth(true);
        facts->setSizePolicy(policy);
        setWidget(facts);
        setWidgetResizable(true);
        setFrameShape(QFrame::NoFrame);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setObjectName(u"journalDetail"_s);
        setAccessibleName(tr("The selected action"));
    }

    void showDeed(const release::Deed& deed)
    {
        const std::vector<DeedFact> facts = deedFacts(deed);
        for (std::size_t i = 0; i < facts.size(); ++i) {
            m_values[i]->setText(facts[i].value);
            m_form->setRowVisible(m_values[i], !facts[i].value.isEmpty());
        }
        const QString sent = sentText(deed.intent);
        m_fold->setVisible(!sent.isEmpty());
        if (sent == m_sent->text())
            return;
        m_sent->setText(sent);
        m_fold->setSummary(tr("%L1 characters").arg(sent.size()));
        m_fold->setOpen(sent.size() <= kShort);
    }

private:
    static constexpr int kShort = 100;

    QLabel* m_sent;
    Fold* m_fold;
    Form* m_form = nullptr;
    std::vector<QLabel*> m_values;
};

/// Sorts names by the numbers in them.
class JournalOrder final : public QSortFilterProxyModel {
    Q_OBJECT
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

protected:
    [[nodiscard]] bool lessThan(const QModelIndex& a, const QModelIndex& b) const override
    {
        const QVariant value = a.data(sortRole());
        return value.typeId() == QMetaType::QString
            ? compareNaturally(value.toString(), b.data(sortRole()).toString()) < 0
            : QSortFilterProxyModel::lessThan(a, b);
    }
};

JournalPage::JournalPage(JournalModel& journal, JournalReader& reader, QWidget* parent)
    : TablePage(tr("Journal"), parent)
    , m_journal(journal)
    , m_reader(reader)
    , m_shown(new JournalOrder(this))
    , m_banner(new Banner({}, this))
    , m_filter(new QLineEdit(this))
    , m_detail(new JournalDetail(this))
{
    createTable();
    createFilter();
    addBelow(m_detail);
    createBanner();
    auto* reload = new QPushButton(tr("Reload"), this);
    reload->setObjectName(u"reloadButton"_s);
    addButton(reload);
    connect(reload, &QPushButton::clicked, &reader, &JournalReader::reload);
    connect(&reader, &JournalReader::loaded, this, &JournalPage::showFile);
    connect(&reader, &JournalReader::failed, this, &JournalPage::showFailure);
    showFile();
    showSelected();
}

void JournalPage::createTable()
{
    m_shown->setSourceModel(&m_journal);
    m_shown->setSortRole(SortRole);
    m_shown->setFilterKeyColumn(-1);
    m_shown->setFilterRole(Qt::DisplayRole);
    m_shown->setFilterCaseSensitivity(Qt::CaseInsensitive);
    table().setObjectName(u"journalTable"_s);
    table().setAccessibleName(tr("Journal"));
    setModel(*m_shown);
    table().setSortingEnabled(true);
    table().sortByColumn(JournalModel::Time, Qt::DescendingOrder);
    connect(&table(), &TableView::currentRowChanged, this, &JournalPage::showSelected);
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(m_shown, signal, this, &JournalPage::showSelected);
    connect(m_shown, &QAbstractItemModel::dataChanged, this, &JournalPage::showSelected);
}

void JournalPage::createFilter()
{
    m_filter->setObjectName(u"journalFilterLineEdit"_s);
    m_filter->setPlaceholderText(tr("Filter the journal"));
    m_filter->setAccessibleName(tr("Filter the journal"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMinimumWidth(200);
    addButton(m_filter);
    connect(m_filter, &QLineEdit::textChanged, this, &JournalPage::filter);
    m_filter->installEventFilter(this);
}

void JournalPage::createBanner()
{
    m_banner->setObjectName(u"chainBanner"_s);
    static_cast<QBoxLayout*>(layout())->insertWidget(1, m_banner);
}

bool JournalPage::eventFilter(QObject* watched, QEvent* event)
{
    const bool isEscape = event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape;
    if (watched == m_filter && isEscape) {
        m_filter->clear();
        return true;
    }
    return TablePage::eventFilter(watched, event);
}

bool JournalPage::focusFilter()
{
    m_filter->setFocus();
    m_filter->selectAll();
    return true;
}

const release::Deed* JournalPage::selected() const
{
    const QModelIndex current = m_shown->mapToSource(table().currentIndex());
    return current.isValid() ? &m_journal.rows()[static_cast<std::size_t>(current.row())].deed
                             : nullptr;
}

std::optional<Resource> JournalPage::subject() const
{
    const release::Deed* const deed = selected();
    return deed != nullptr ? std::optional<Resource>(deed->intent.resource) : std::nullopt;
}

void JournalPage::filter(const QString& text)
{
    m_shown->setFilterFixedString(text);
    showFile();
}

void JournalPage::showSelected()
{
    const release::Deed* const deed = selected();
    if (deed != nullptr)
        m_detail->showDeed(*deed);
    m_detail->setVisible(deed != nullptr);
}

void JournalPage::showFile()
{
    QString note = safeText(m_reader.file().string());
    if (const int unreadable = m_journal.unreadableCount(); unreadable > 0)
        note += u"  \u2013  "_s
            + (unreadable == 1 ? tr("1 line can't be read")
                               : tr("%1 lines can't be read").arg(unreadable));
    setNote(note);
    showBreak();
    if (m_filter->text().isEmpty())
        emptyState().setContent(tr("No releases yet"),
            tr("Each release is written down here before it happens, with its reason, and again "
               "with its result."));
    else
        emptyState().setContent(tr("No action matches the filter"),
            tr("The filter looks for its text in all columns. Escape clears it."));
}

void JournalPage::showBreak()
{
    const QString& broken = m_journal.chainBreak();
    if (broken.isEmpty())
        return m_banner->hide();
    m_banner->tell(Glyph::Warning, Tone::Bad,
        tr("This journal is not whole: %1. The command lockctl journal verify checks all of it.")
            .arg(broken));
}

void JournalPage::showFailure(const Error& error)
{
    m_banner->hide();
    setNote(tr("The journal can't be read: %1").arg(errorText(error)));
    emptyState().setContent(tr("The journal can't be read"), errorText(error));
}

} // namespace lockkeeper::ui

#include "journal_page.moc"
