// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/master_facts.h"

#include "ui/models/words/fact_texts.h"
#include "ui/models/words/words.h"
#include "ui/widgets/glyph_mark.h"
#include "ui/widgets/labels.h"

#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
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
    grid->setHorizontalSpacing(10);
    grid->setVerticalSpacing(8);
    grid->setColumnStretch(2, 1);
    m_title = titleLabel({}, 0, content);
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
    const int line = static_cast<int>(index) + 2; // below the title and the problem
    Row row{.sign = new GlyphMark(Glyph::Done, kSignSide, content),
        .topic = plainLabel({}, content),
        .text = wrappingLabel({}, content),
        .why = wrappingLabel({}, content),
        .cureLine = new QWidget(content),
        .cure = wrappingLabel({}, content)};
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
    auto* cureLine = new QHBoxLayout(row.cureLine);
    cureLine->setContentsMargins(0, 0, 0, 0);
    cureLine->addWidget(row.cure, 1);
    cureLine->addWidget(copy, 0, Qt::AlignTop);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
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
        row.sign->setToolTip(toolTipText(factStateText(fact.state)));
    }
    setTextIfOther(*row.topic, factTopicText(fact.topic));
    setTextIfOther(*row.text, QString::fromStdString(fact.text));
    setTextIfOther(*row.why, QString::fromStdString(fact.why));
    setTextIfOther(*row.cure, QString::fromStdString(fact.cure));
    row.cureLine->setVisible(!fact.cure.empty());
}

} // namespace lockkeeper::ui
