// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/report_dialog.h"

#include "core/text/ascii.h"
#include "ui/look/look_style.h"
#include "ui/models/words/words.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/screen_fit.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QScrollBar>
#include <QShortcut>
#include <QStackedWidget>
#include <QStringTokenizer>
#include <QTextBlock>
#include <QTextEdit>
#include <QTextTable>
#include <QUrl>
#include <algorithm>
#include <array>
#include <utility>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

constexpr QSize kReportSize(880, 640);

QString fileNamePart(const Resource& resource)
{
    constexpr std::size_t kLongest = 60;
    std::string part;
    for (const char c : resource.value().substr(0, kLongest)) {
        if (isAsciiAlphanumeric(c) || c == '_' || c == '.')
            part += c;
        else if (!part.ends_with('-'))
            part += '-';
    }
    return QString::fromStdString(part);
}

/// Qt blocks for a second per thousand rows: leaves out most of long tables, and a long report's
/// end.
QString shownPart(const QString& markdown)
{
    constexpr int kMostRows = 100;
    constexpr int kMostLines = 1500;
    QString shown;
    int lines = 0;
    int rows = 0;
    int left = 0;
    const auto tellLeft = [&] {
        if (left > 0)
            shown += u"\n*%1*\n"_s.arg(
                ReportDialog::tr("Lines left out here: %L1. The source, the clipboard and the "
                                 "file have them.")
                    .arg(left));
        left = 0;
    };
    for (const auto line : QStringTokenizer(markdown, u'\n')) {
        rows = line.startsWith(u'|') ? rows + 1 : 0;
        if (lines >= kMostLines || rows > kMostRows) {
            ++left;
            continue;
        }
        tellLeft();
        shown.append(line).append(u'\n');
        ++lines;
    }
    tellLeft();
    return shown;
}

/// None expected: the writer quotes foreign texts.
void dropLinks(QTextDocument& document)
{
    QList<QTextFragment> found;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (auto piece = block.begin(); !piece.atEnd(); ++piece) {
            const QTextCharFormat format = piece.fragment().charFormat();
            if (format.isAnchor() || format.isImageFormat())
                found.prepend(piece.fragment());
        }
    }
    for (const QTextFragment& fragment : found) {
        QTextCursor cursor(&document);
        cursor.setPosition(fragment.position());
        cursor.setPosition(fragment.position() + fragment.length(), QTextCursor::KeepAnchor);
        if (fragment.charFormat().isImageFormat())
            cursor.removeSelectedText();
        else
            cursor.setCharFormat({});
    }
}

void styleText(const QTextBlock& block, const QFont& font)
{
    constexpr std::array kScales{1.0, 1.67, 1.25, 1.0};
    const auto level
        = static_cast<std::size_t>(std::clamp(block.blockFormat().headingLevel(), 0, 3));
    const QFont code = monospaceFont(font);
    const bool isCode = block.blockFormat().hasProperty(QTextFormat::BlockCodeLanguage);
    QList<QTextFragment> pieces; // the loop changes the text
    for (auto piece = block.begin(); !piece.atEnd(); ++piece)
        pieces << piece.fragment();
    for (const QTextFragment& piece : pieces) {
        QTextCharFormat format = piece.charFormat();
        QFont look = isCode || format.fontFixedPitch() ? code : font;
        if (font.pixelSize() > 0)
            look.setPixelSize(static_cast<int>(font.pixelSize() * kScales[level]));
        else
            look.setPointSizeF(font.pointSizeF() * kScales[level]);
        look.setBold(level != 0 || format.fontWeight() > QFont::Normal);
        format.clearProperty(QTextFormat::FontSizeAdjustment);
        format.setFont(look);
        QTextCursor cursor(block);
        cursor.setPosition(piece.position());
        cursor.setPosition(piece.position() + piece.length(), QTextCursor::KeepAnchor);
        cursor.setCharFormat(format);
    }
}

void styleBlock(const QTextBlock& block, const QPalette& palette)
{
    QTextBlockFormat format = block.blockFormat();
    const int level = format.headingLevel();
    format.setTopMargin(level == 0 || block.position() == 0 ? 0 : level == 3 ? 12 : 16);
    const bool isAmongItems
        = block.textList() != nullptr && block.next().textList() == block.textList();
    format.setBottomMargin(level != 0 ? 4 : isAmongItems ? 2 : 8);
    if (format.hasProperty(QTextFormat::BlockCodeLanguage))
        format.setBackground(palette.alternateBase());
    QTextCursor(block).setBlockFormat(format);
}

void styleTable(QTextTable& table, const QPalette& palette)
{
    QTextTableFormat format = table.format();
    format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
    format.setBorder(1);
    format.setBorderBrush(palette.mid());
    format.setBorderCollapse(true);
    format.setCellSpacing(0);
    format.setCellPadding(4);
    format.setTopMargin(4);
    table.setFormat(format);
    for (int column = 0; column < table.columns(); ++column) {
        QTextTableCell cell = table.cellAt(0, column);
        QTextCharFormat title = cell.format();
        title.setBackground(palette.alternateBase());
        cell.setFormat(title);
    }
}

} // namespace

/// A QTextDocument would read files, whatever its QTextEdit says.
class ClosedDocument final : public QTextDocument {
public:
    using QTextDocument::QTextDocument;

protected:
    QVariant loadResource(int /*type*/, const QUrl& /*name*/) override { return {}; }
};

class ReportView final : public QTextEdit {
public:
    ReportView(ReportDialog::Draw draw, QWidget* parent)
        : QTextEdit(parent)
        , m_draw(std::move(draw))
    {
        setReadOnly(true);
        setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        setTabChangesFocus(true);
    }

    void show(const MadeReport& report)
    {
        m_report = report;
        render();
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QTextEdit::resizeEvent(event);
        if (event->oldSize().width() != event->size().width())
            draw();
    }
    void changeEvent(QEvent* event) override
    {
        QTextEdit::changeEvent(event);
        if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
            render();
    }

private:
    [[nodiscard]] int fill(QTextDocument& text) const;
    void render();
    void draw();

    ReportDialog::Draw m_draw;
    MadeReport m_report;
    int m_picture = -1;
};

int ReportView::fill(QTextDocument& text) const
{
    text.setMarkdown(shownPart(QString::fromUtf8(m_report.markdown)),
        QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub)
            | QTextDocument::MarkdownNoHTML);
    dropLinks(text);
    QTextBlock firstPart;
    for (QTextBlock block = text.begin(); block.isValid(); block = block.next()) {
        styleText(block, font());
        styleBlock(block, palette());
        if (!firstPart.isValid() && block.blockFormat().headingLevel() > 1)
            firstPart = block;
    }
    for (QTextFrame* const frame : text.rootFrame()->childFrames()) {
        if (auto* table = qobject_cast<QTextTable*>(frame))
            styleTable(*table, palette());
    }
    if (!m_report.piece.picture || !firstPart.isValid())
        return -1;
    QTextCursor cursor(firstPart);
    cursor.insertBlock();
    cursor.movePosition(QTextCursor::PreviousBlock);
    cursor.setBlockFormat({});
    cursor.setBlockCharFormat({});
    cursor.insertImage(QTextImageFormat());
    return cursor.position() - 1;
}

void ReportView::render()
{
    const int scrolled = verticalScrollBar()->value();
    m_picture = -1; // a scroll bar may change the width
    // The shown document would be laid out anew after each block.
    auto* const text = new ClosedDocument(this);
    text->setUndoRedoEnabled(false);
    text->setDocumentMargin(16);
    text->setIndentWidth(16);
    text->setDefaultFont(font());
    const int picture = fill(*text);
    const QPointer<QTextDocument> before = document();
    setDocument(text);
    delete before;
    m_picture = picture;
    draw();
    verticalScrollBar()->setValue(scrolled);
}

void ReportView::draw()
{
    if (m_picture < 0)
        return;
    const QUrl name(u"piece:"_s);
    const int width = viewport()->width() - 2 * static_cast<int>(document()->documentMargin());
    const QImage image = m_draw(m_report.piece, width, *this);
    document()->addResource(QTextDocument::ImageResource, name, image);
    QTextImageFormat format;
    format.setName(name.toString());
    format.setWidth(image.deviceIndependentSize().width());
    format.setHeight(image.deviceIndependentSize().height());
    QTextCursor cursor(document());
    cursor.setPosition(m_picture);
    cursor.movePosition(QTextCursor::NextCharacter, QTextCursor::KeepAnchor);
    cursor.setCharFormat(format);
    // Qt would move the tables below, not the text between them.
    document()->markContentsDirty(0, document()->characterCount());
}

ReportDialog::ReportDialog(ReportMaker& maker, const std::optional<Resource>& resource,
    const Clock& clock, Draw draw, QWidget* parent)
    : QDialog(parent)
    , m_maker(maker)
    , m_clock(clock)
    , m_about(new QComboBox(this))
    , m_span(new QComboBox(this))
    , m_isSource(new QPushButton(tr("So&urce"), this))
    , m_texts(new QStackedWidget(this))
    , m_view(new ReportView(std::move(draw), this))
    , m_source(new QPlainTextEdit(this))
    , m_note(wrappingLabel({}, this))
    , m_copy(new QPushButton(tr("&Copy Markdown"), this))
    , m_save(new QPushButton(tr("&Save\u2026"), this))
{
    setObjectName(u"reportDialog"_s);
    setWindowTitle(tr("Incident report"));
    if (resource)
        addLock(*resource);
    m_about->addItem(tr("Locks acted on, and those held longest"), -1);
    m_about->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    const QList<std::pair<QString, std::chrono::hours>> spans{{tr("All that is known"), 0h},
        {tr("The last hour"), 1h}, {tr("The last 24 hours"), 24h}, {tr("The last 7 days"), 168h}};
    for (const auto& [name, hours] : spans)
        m_span->addItem(name, static_cast<qlonglong>(hours.count()));
    m_span->setCurrentIndex(resource ? 0 : 1);
    createText();
    createLayout();
    connect(m_about, &QComboBox::currentIndexChanged, this, &ReportDialog::make);
    connect(m_span, &QComboBox::currentIndexChanged, this, &ReportDialog::make);
    connect(m_isSource, &QPushButton::toggled, this, [this](bool isSource) {
        m_texts->setCurrentIndex(isSource ? 1 : 0);
        m_texts->currentWidget()->setFocus();
    });
    connect(&maker, &ReportMaker::made, this, &ReportDialog::showReport);
    connect(m_save, &QPushButton::clicked, this, &ReportDialog::save);
    connect(m_copy, &QPushButton::clicked, this, &ReportDialog::copy);
    connect(
        new QShortcut(QKeySequence::Save, this), &QShortcut::activated, this, &ReportDialog::save);
    make();
    m_view->setFocus();
}

void ReportDialog::addLock(const Resource& resource)
{
    m_about->addItem(forButton(safeText(resource)), static_cast<int>(m_locks.size()));
    m_locks.push_back(resource);
}

void ReportDialog::offer(const std::vector<Resource>& locks)
{
    for (const Resource& resource : locks) {
        if (std::ranges::find(m_locks, resource) == m_locks.end())
            addLock(resource);
    }
}

void ReportDialog::createText()
{
    m_view->setObjectName(u"reportView"_s);
    m_source->setObjectName(u"reportText"_s);
    m_source->setReadOnly(true);
    m_source->setFont(monospaceFont(font()));
    m_source->setTabChangesFocus(true);
    for (auto* const text : std::initializer_list<QAbstractScrollArea*>{m_view, m_source}) {
        text->setAccessibleName(tr("The report"));
        text->installEventFilter(this);
        m_texts->addWidget(text);
    }
}

void ReportDialog::createLayout()
{
    m_about->setObjectName(u"aboutComboBox"_s);
    m_span->setObjectName(u"spanComboBox"_s);
    m_isSource->setObjectName(u"sourceButton"_s);
    m_note->setObjectName(u"reportNote"_s);
    m_copy->setObjectName(u"copyReportButton"_s);
    m_save->setObjectName(u"saveReportButton"_s);
    m_isSource->setCheckable(true);
    m_isSource->setAutoDefault(false);
    m_isSource->setToolTip(tr("Show the Markdown that is copied and saved"));
    auto* about = captionLabel(tr("&About"), this);
    about->setBuddy(m_about);
    about->setAlignment(Qt::AlignVCenter);
    auto* span = captionLabel(tr("S&pan"), this);
    span->setBuddy(m_span);
    span->setAlignment(Qt::AlignVCenter);
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(about);
    head->addWidget(m_about, 2);
    head->addWidget(span);
    head->addWidget(m_span, 1);
    head->addWidget(m_isSource);
    auto* close = new QPushButton(tr("Close"), this);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    m_save->setDefault(true);
    setPrimary(*m_save, true);
    auto* layout = dialogBox(this);
    layout->addLayout(head);
    layout->addWidget(m_texts, 1);
    layout->addWidget(m_note);
    layout->addWidget(new DialogButtons(this,
        {{m_save, QDialogButtonBox::AcceptRole}, {m_copy, QDialogButtonBox::ActionRole},
            {close, QDialogButtonBox::RejectRole}}));
    resizeOnScreen(*this, kReportSize);
}

bool ReportDialog::eventFilter(QObject* watched, QEvent* event)
{
    const bool isCopy = event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy);
    const QTextCursor cursor = watched == m_view ? m_view->textCursor() : m_source->textCursor();
    if (!isCopy || cursor.hasSelection())
        return QDialog::eventFilter(watched, event);
    copy();
    return true;
}

void ReportDialog::copy()
{
    if (m_report.markdown.isEmpty())
        return;
    QGuiApplication::clipboard()->setText(QString::fromUtf8(m_report.markdown));
    m_note->setText(tr("Copied"));
}

void ReportDialog::save()
{
    m_isSaveWanted = m_report.markdown.isEmpty();
    if (!m_isSaveWanted)
        Q_EMIT saveRequested();
}

QByteArray ReportDialog::markdown(const QString& picture) const
{
    const qsizetype firstPart = m_report.markdown.indexOf("\n## ");
    if (picture.isEmpty() || firstPart < 0)
        return m_report.markdown;
    QByteArray text = m_report.markdown;
    return text.insert(firstPart,
        "\n![" + tr("Timeline").toUtf8() + "](" + QUrl::toPercentEncoding(picture) + ")\n");
}

void ReportDialog::make()
{
    m_report = {};
    m_copy->setEnabled(false);
    m_save->setEnabled(false);
    m_note->setText(tr("Reading journal and history\u2026"));
    const std::chrono::hours back(m_span->currentData().toLongLong());
    history::Window window;
    if (back > 0h)
        window.from = m_clock.wallNow() - back;
    m_maker.make(about(), window);
}

std::optional<Resource> ReportDialog::about() const
{
    const int lock = m_about->currentData().toInt();
    return lock < 0 ? std::nullopt : std::optional(m_locks[static_cast<std::size_t>(lock)]);
}

QString ReportDialog::suggestedName() const
{
    const auto lock = about();
    return u"incident-"_s + (lock ? fileNamePart(*lock) + u'-' : QString())
        + utcTime(m_clock.wallNow()).toString(u"yyyyMMdd-HHmm"_s) + u".md"_s;
}

void ReportDialog::showReport(const MadeReport& report)
{
    m_report = report;
    m_view->show(report);
    m_source->setPlainText(QString::fromUtf8(report.markdown));
    m_copy->setEnabled(true);
    m_save->setEnabled(true);
    m_note->setText(tr(
        "Names and reasons are in it, passwords are not, and of tokens only digits of their SHA-1. "
        "The file's ending chooses Markdown (.md) or JSON (.json)."));
    if (m_isSaveWanted)
        save();
}

void ReportDialog::showSaved(const QString& file)
{
    const QString name = safeText(file.toStdString());
    if (file.endsWith(u".svg"_s)) {
        m_savedPicture = name;
        return;
    }
    const QString picture = std::exchange(m_savedPicture, {});
    m_note->setText(picture.isEmpty() ? tr("Saved as %1").arg(name)
                                      : tr("Saved as %1, with its picture %2").arg(name, picture));
}

void ReportDialog::showSaveFailure(const Error& error)
{
    m_note->setText(tr("Not saved: %1").arg(errorText(error)));
}

} // namespace lockkeeper::ui
