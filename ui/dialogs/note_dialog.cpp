// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/note_dialog.h"

#include "core/words/note_words.h"
#include "ui/models/words/words.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/form.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/spoken.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

using std::chrono::minutes;

constexpr std::array kNoteTimes{
    minutes(10), minutes(30), minutes(60), minutes(120), minutes(480), minutes(1440)};
constexpr int kNoteWidth = 460;

QString noteTimeText(minutes time)
{
    const auto whole = std::chrono::floor<std::chrono::hours>(time);
    if (whole != time)
        return NoteDialog::tr("%1 minutes").arg(time.count());
    return whole == std::chrono::hours(1) ? NoteDialog::tr("1 hour")
                                          : NoteDialog::tr("%1 hours").arg(whole.count());
}

QPushButton* noteButton(const QString& text, const QString& name, QWidget* parent)
{
    auto* made = new QPushButton(text, parent);
    made->setObjectName(name);
    return made;
}

} // namespace

NoteDialog::NoteDialog(
    const Resource& resource, const observe::Note& note, const Clock& clock, QWidget* parent)
    : QDialog(parent)
    , m_resource(resource)
    , m_clock(clock)
    , m_present(wrappingLabel({}, this))
    , m_text(new QLineEdit(this))
    , m_time(new QComboBox(this))
    , m_problem(wrappingLabel({}, this))
    , m_write(noteButton({}, u"writeNoteButton"_s, this))
    , m_clear(noteButton(tr("C&lear"), u"clearNoteButton"_s, this))
    , m_cancel(noteButton(tr("Cancel"), u"cancelButton"_s, this))
{
    setObjectName(u"noteDialog"_s);
    setWindowTitle(tr("Note on %1").arg(safeText(resource)));
    m_present->setObjectName(u"presentNoteLabel"_s);
    m_problem->setObjectName(u"noteProblemLabel"_s);
    m_text->setObjectName(u"noteLineEdit"_s);
    m_text->setMaxLength(static_cast<int>(observe::Note::kMostOfText));
    m_text->setPlaceholderText(tr("What you are doing with this lock"));
    m_time->setObjectName(u"noteTimeComboBox"_s);
    for (const minutes time : kNoteTimes)
        m_time->addItem(noteTimeText(time), static_cast<int>(time.count()));
    selectTime(observe::Note::kUsualTtl);
    createLayout();
    connectSignals();
    showNote(note);
    if (note.isReadable() && !isOthers()) {
        m_text->setText(QString::fromStdString(note.text));
        selectTime(note.until - clock.now());
    }
    updateButtons();
}

void NoteDialog::createLayout()
{
    auto* form = new Form;
    form->addRow(tr("&Note"), m_text);
    form->addRow(tr("&For"), m_time);
    auto* layout = dialogBox(this, 8, kNoteWidth);
    layout->addWidget(titleLabel(windowTitle(), TextSize::Title, this));
    layout->addWidget(wrappingLabel(
        tr("Everybody who looks at this lock sees your name and what you write here, until the "
           "time is over."),
        this));
    layout->addWidget(m_present);
    layout->addLayout(form);
    layout->addWidget(m_problem);
    layout->addStretch(1);
    layout->addWidget(new DialogButtons(this,
        {{m_write, QDialogButtonBox::AcceptRole}, {m_clear, QDialogButtonBox::ActionRole},
            {m_cancel, QDialogButtonBox::RejectRole}}));
    m_problem->hide();
    m_write->setDefault(true);
    m_text->setFocus();
}

void NoteDialog::connectSignals()
{
    connect(m_text, &QLineEdit::textChanged, this, &NoteDialog::updateButtons);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_write, &QPushButton::clicked, this, [this] { request(false); });
    connect(m_clear, &QPushButton::clicked, this, [this] { request(true); });
}

/// A new text must not shorten the note.
void NoteDialog::selectTime(SteadyTime::duration least)
{
    const auto found
        = std::ranges::find_if(kNoteTimes, [least](minutes time) { return time >= least; });
    const auto last = static_cast<std::ptrdiff_t>(kNoteTimes.size()) - 1;
    m_time->setCurrentIndex(static_cast<int>(std::min(found - kNoteTimes.begin(), last)));
}

bool NoteDialog::isOthers() const
{
    return release::isOthersNote(m_note);
}

void NoteDialog::showNote(const observe::Note& note)
{
    m_note = note;
    m_present->setText(note.isNone() ? QString()
                                     : tr("Now: %1 (%2)")
                                           .arg(toQt(words::noteText(note, m_clock.wallNow())),
                                               toQt(words::noteEndText(note, m_clock.now()))));
    m_present->setVisible(!note.isNone());
}

void NoteDialog::updateButtons()
{
    const bool isFit
        = observe::isOneLine(m_text->text().trimmed().toStdString(), observe::Note::kMostOfText);
    const bool isPossible = m_whyDisabled.isEmpty() && !m_isRunning;
    const bool isNoNote = !m_note.isNone() && !m_note.isReadable();
    m_write->setText(isNoNote ? tr("&Replace what is there")
            : isOthers()      ? tr("&Replace this note")
                              : tr("&Write the note"));
    m_write->setEnabled(isPossible && isFit);
    m_clear->setVisible(!m_note.isNone());
    m_clear->setText(isNoNote ? tr("C&lear what is there")
            : isOthers()      ? tr("C&lear this note")
                              : tr("C&lear"));
    m_clear->setEnabled(isPossible);
    setTip(*m_write, m_whyDisabled);
    setTip(*m_clear, m_whyDisabled);
}

void NoteDialog::setWhyDisabled(const QString& why)
{
    m_whyDisabled = why;
    updateButtons();
}

void NoteDialog::request(bool isClearing)
{
    m_isRunning = true;
    m_problem->hide();
    updateButtons();
    release::NoteDeed deed{.ttl = minutes(m_time->currentData().toInt())};
    if (!isClearing)
        deed.text = m_text->text().trimmed().toStdString();
    deed.isReplacing = isOthers();
    Q_EMIT writeRequested(m_resource, deed);
}

void NoteDialog::showReport(const release::NoteDeed& deed, const release::NoteReport& report)
{
    m_isRunning = false;
    if (report.isDone)
        return accept();
    if (!report.other.isNone())
        showNote(report.other);
    QString text = toQt(words::reportText(report, deed.isClearing(), m_clock.wallNow()));
    for (const release::NoteOutcome& outcome : report.outcomes) {
        if (outcome.error)
            text += u'\n'
                + tr("%1: %2").arg(
                    safeText(outcome.master.value()), toQt(words::outcomeText(outcome)));
    }
    m_problem->setText(text);
    m_problem->show();
    updateButtons();
}

void NoteDialog::showFailure(const Error& error)
{
    m_isRunning = false;
    m_problem->setText(errorText(error));
    m_problem->show();
    updateButtons();
}

} // namespace lockkeeper::ui
