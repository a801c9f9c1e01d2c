// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/masters_page.h"

#include "core/text/translate.h"
#include "core/words/fact_words.h"
#include "ui/look/glyphs.h"
#include "ui/models/master_table_model.h"
#include "ui/models/plots/tracks.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/glyph_mark.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/link_mark.h"
#include "ui/widgets/plot_view.h"
#include "ui/widgets/spoken.h"
#include "ui/widgets/table_view.h"

#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QPushButton>
#include <QScrollArea>
#include <QString>
#include <QStyledItemDelegate>
#include <QWidget>
#include <optional>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

QString factTopicText(words::FactTopic topic)
{
    switch (topic) {
    case words::FactTopic::Clock:
        return Words::tr("Clock");
    case words::FactTopic::Restarts:
        return Words::tr("Restarts");
    case words::FactTopic::Eviction:
        return Words::tr("Eviction");
    case words::FactTopic::Memory:
        return Words::tr("Memory");
    case words::FactTopic::Persistence:
        break;
    }
    return Words::tr("Persistence");
}

QString factStateText(words::FactState state)
{
    return toQt(words::factStateName(state));
}

} // namespace

class MasterFacts final : public QScrollArea {
    Q_OBJECT
public:
    explicit MasterFacts(QWidget* parent = nullptr);

    /// Grey with `age` ("as of 12 s ago") if old.
    void showFacts(const MasterId& master, const std::vector<words::MasterFact>& facts,
        const QString& age, const QString& problem);

private:
    struct Row {
        GlyphMark* sign;
        QLabel* topic;
        QLabel* text;
        QLabel* why;
        QWidget* cureLine;
        QLabel* cure;
        std::optional<words::FactState> state{};
    };
    [[nodiscard]] Row makeRow(std::size_t index);
    static void fill(Row& row, const words::MasterFact& fact);

    QLabel* m_title;
    QLabel* m_problem;
    std::vector<Row> m_rows;
};

namespace {

constexpr int kSignSide = 16;

Glyph glyphOf(words::FactState state)
{
    switch (state) {
    case words::FactState::Fine:
        return Glyph::Done;
    case words::FactState::Warning:
        return Glyph::Warning;
    case words::FactState::Advice:
    case words::FactState::Unknown:
        break;
    }
    return Glyph::Info;
}

void setTextIfOther(QLabel& label, const QString& text)
{
    if (label.text() != text)
        label.setText(text);
}

} // namespace

MasterFacts::MasterFacts(QWidget* parent)
    : QScrollArea(parent)
{
    setObjectName(u"masterFacts"_s);
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* content = new QWidget(this);
    auto* grid = new QGridLayout(content);
    grid->setContentsMargins(12, 8, 12, 8);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(8);
    grid->setColumnStretch(2, 1);
    m_title = titleLabel({}, TextSize::Body, content);
    m_title->setObjectName(u"factsTitle"_s);
    grid->addWidget(m_title, 0, 0, 1, 3);
    m_problem = wrappingLabel({}, content);
    m_problem->setObjectName(u"factsProblem"_s);
    grid->addWidget(m_problem, 1, 0, 1, 3);
    setWidget(content);
    for (std::size_t i = 0; i < words::kFactTopics; ++i)
        m_rows.push_back(makeRow(i));
    grid->setRowStretch(grid->rowCount(), 1);
}

MasterFacts::Row MasterFacts::makeRow(std::size_t index)
{
    QWidget* const content = widget();
    auto* grid = static_cast<QGridLayout*>(content->layout());
    const int line = static_cast<int>(index) + 2;
    Row row{.sign = new GlyphMark(Glyph::Done, kSignSide, content),
        .topic = plainLabel({}, content),
        .text = wrappingLabel({}, content),
        .why = wrappingLabel({}, content),
        .cureLine = new QWidget(content),
        .cure = wrappingLabel({}, content)};
    setSpokenRole(*row.sign, QAccessible::Graphic);
    row.text->setObjectName(u"factText%1"_s.arg(index));
    row.why->setObjectName(u"factWhy%1"_s.arg(index));
    row.why->setForegroundRole(QPalette::PlaceholderText);
    row.cure->setObjectName(u"factCure%1"_s.arg(index));
    row.cure->setFont(monospaceFont(font()));
    auto* copy = new QPushButton(glyphIcon(Glyph::Copy), tr("Copy"), row.cureLine);
    copy->setObjectName(u"copyFactCure%1"_s.arg(index));
    copy->setAutoDefault(false);
    copy->setAccessibleDescription(tr("Copies the command that mends this."));
    connect(copy, &QPushButton::clicked, this,
        [cure = row.cure] { QGuiApplication::clipboard()->setText(cure->text()); });
    auto* cureLine = boxLayout<QHBoxLayout>(row.cureLine);
    cureLine->addWidget(row.cure, 1);
    cureLine->addWidget(copy, 0, Qt::AlignTop);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(4);
    texts->addWidget(row.text);
    texts->addWidget(row.why);
    texts->addWidget(row.cureLine);
    grid->addWidget(row.sign, line, 0, Qt::AlignTop);
    grid->addWidget(row.topic, line, 1, Qt::AlignTop);
    grid->addLayout(texts, line, 2);
    return row;
}

void MasterFacts::showFacts(const MasterId& master, const std::vector<words::MasterFact>& facts,
    const QString& age, const QString& problem)
{
    setTextIfOther(*m_problem, problem);
    m_problem->setHidden(problem.isEmpty());
    const QString title = tr("Master %1: what matters for its locks").arg(safeText(master.value()));
    setTextIfOther(*m_title, age.isEmpty() ? title : tr("%1, %2").arg(title, age));
    for (std::size_t i = 0; i < std::min(m_rows.size(), facts.size()); ++i) {
        fill(m_rows[i], facts[i]);
        m_rows[i].text->setForegroundRole(
            age.isEmpty() ? QPalette::WindowText : QPalette::PlaceholderText);
    }
}

void MasterFacts::fill(Row& row, const words::MasterFact& fact)
{
    if (row.state != fact.state) {
        row.state = fact.state;
        row.sign->setGlyph(glyphOf(fact.state));
        row.sign->setAccessibleName(factStateText(fact.state));
        setTip(*row.sign, factStateText(fact.state));
    }
    if (const QString topic = factTopicText(fact.topic); row.topic->text() != topic) {
        row.topic->setText(topic);
        setCaption(*row.text, topic);
    }
    setTextIfOther(*row.text, toQt(fact.text));
    setTextIfOther(*row.why, toQt(fact.why));
    setTextIfOther(*row.cure, toQt(fact.cure));
    row.cureLine->setVisible(!fact.cure.empty());
}

} // namespace lockkeeper::ui

class QBoxLayout;

namespace lockkeeper::ui {

class PlotView;

class MasterPlots final : public QWidget {
    Q_OBJECT
public:
    explicit MasterPlots(const Clock& clock, QWidget* parent = nullptr);

    void note(const observe::BoardUpdate& update)
    {
        m_tracks.note(update);
        showPlots();
    }
    void setMaster(const MasterId& master)
    {
        m_master = master;
        showPlots();
    }

    [[nodiscard]] QSize minimumSizeHint() const override
    {
        const QMargins margins = m_layout->contentsMargins();
        return m_latency->minimumSizeHint() + QSize(0, margins.top() + margins.bottom());
    }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override
    {
        QWidget::showEvent(event);
        showPlots();
    }

private:
    void showPlots();

    MasterTracks m_tracks;
    std::optional<MasterId> m_master;
    QBoxLayout* m_layout;
    PlotView* m_latency;
    PlotView* m_commands;
};

namespace {
constexpr int kBesideEachOther = 520; ///< minimum width in pixels
} // namespace

MasterPlots::MasterPlots(const Clock& clock, QWidget* parent)
    : QWidget(parent)
    , m_tracks(clock)
    , m_layout(new QBoxLayout(QBoxLayout::LeftToRight, this))
    , m_latency(new PlotView(this))
    , m_commands(new PlotView(this))
{
    m_latency->setObjectName(u"latencyPlot"_s);
    m_commands->setObjectName(u"commandsPlot"_s);
    shareCursor(std::array{m_latency, m_commands});
    m_layout->setContentsMargins(12, 8, 12, 12);
    m_layout->setSpacing(8);
    m_layout->addWidget(m_latency, 1);
    m_layout->addWidget(m_commands, 1);
}

void MasterPlots::showPlots()
{
    if (!isVisible() || !m_master)
        return;
    m_latency->setPlot(m_tracks.latency(*m_master));
    m_commands->setPlot(m_tracks.commands(*m_master));
}

void MasterPlots::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool isWide = width() >= kBesideEachOther;
    m_layout->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_commands->setVisible(isWide || height() >= 2 * m_latency->minimumSizeHint().height());
}

namespace {

class LinkStateDelegate final : public QStyledItemDelegate {
public:
    LinkStateDelegate(const MasterTableModel& masters, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_masters(masters)
    { }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const auto& master = m_masters.rows()[static_cast<std::size_t>(index.row())];
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->icon = !master.isUnknown && master.status.isBlind()
            ? glyphIcon(Glyph::Warning)
            : linkMarkIcon(
                master.isUnknown ? redis::LinkState::Connecting : master.status.link.state,
                option->palette);
        option->decorationSize = QSize(14, 14);
    }

private:
    const MasterTableModel& m_masters;
};

} // namespace

MastersPage::MastersPage(MasterTableModel& masters, const Clock& clock, QWidget* parent)
    : TablePage(tr("Masters"), parent)
    , m_masters(masters)
    , m_selected(new QWidget(this))
    , m_facts(new MasterFacts(m_selected))
    , m_plots(new MasterPlots(clock, m_selected))
    , m_copyRule(namedButton(tr("Copy ACL line"), u"copyRuleButton"_s, this))
    , m_message(new TransientLabel(this))
{
    table().setObjectName(u"mastersTable"_s);
    table().setAccessibleName(tr("Masters"));
    setModel(masters);
    table().setItemDelegateForColumn(
        MasterTableModel::State, new LinkStateDelegate(masters, &table()));
    auto* columns = boxLayout<QHBoxLayout>(m_selected);
    columns->addWidget(m_facts, 3);
    columns->addWidget(m_plots, 2);
    addBelow(m_selected);
    m_selected->hide();
    connect(&table(), &TableView::currentRowChanged, this, &MastersPage::showSelected);
    connect(&masters, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex& first) {
        if (first.column() == MasterTableModel::LastReply)
            showSelected();
    });
    emptyState().setContent(
        tr("Connecting to the masters"), tr("Each one is listed here once its state is known."));
    m_copyRule->hide();
    addButton(m_message);
    addButton(m_copyRule);
    connect(m_copyRule, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(m_rule);
        m_message->say(tr("Copied. Replace PASSWORD in it."));
    });
}

void MastersPage::setReaderRule(const Result<std::string>& line)
{
    m_rule = line ? QString::fromStdString(*line) : QString();
    const QString hint = line
        ? tr("A command for redis-cli: it creates a user who may watch these masters and change "
             "nothing.")
        : safeText(trData(line.error().text));
    m_copyRule->setEnabled(line.has_value());
    setTip(*m_copyRule, hint);
    m_copyRule->show();
}

void MastersPage::showUpdate(const BoardUpdatePtr& update)
{
    const auto count = update->masters.size();
    QString note
        = tr("A lock is held when its token is on %1 of %2.").arg(update->quorum).arg(count);
    if (count % 2 == 0 && count > 0)
        note = sentencesText(
            {note, tr("An even number tolerates no more failures than one master less.")});
    setNote(note);
    m_plots->note(*update);
    showSelected();
}

void MastersPage::showEvent(QShowEvent* event)
{
    TablePage::showEvent(event);
    showSelected();
}

void MastersPage::showSelected()
{
    const auto& rows = m_masters.rows();
    m_selected->setVisible(!rows.empty());
    if (rows.empty() || !isVisible())
        return;
    const int current = table().currentIndex().row();
    const auto row = current < 0 ? 0 : static_cast<std::size_t>(current);
    if (row >= rows.size())
        return;
    const int shown = static_cast<int>(row);
    const auto facts = m_masters.facts(shown);
    m_facts->setVisible(!facts.empty());
    m_facts->showFacts(rows[row].status.id, facts, m_masters.factsAge(shown),
        m_masters.index(shown, MasterTableModel::Notes).data(Qt::DisplayRole).toString());
    m_plots->setMaster(rows[row].key());
}

} // namespace lockkeeper::ui

#include "masters_page.moc"
