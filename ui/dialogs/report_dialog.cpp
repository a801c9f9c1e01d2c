// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/report_dialog.h"

#include "core/text/ascii.h"
#include "ui/bridge/report_maker.h"
#include "ui/models/words/words.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/screen_fit.h"

#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

constexpr QSize kReportSize(820, 560);

/// The name with a hyphen for what not every file's name may hold.
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

} // namespace

ReportDialog::ReportDialog(ReportMaker& maker, const std::optional<Resource>& resource,
    const Clock& clock, QWidget* parent)
    : QDialog(parent)
    , m_maker(maker)
    , m_resource(resource)
    , m_clock(clock)
    , m_about(new QComboBox(this))
    , m_span(new QComboBox(this))
    , m_preview(new QPlainTextEdit(this))
    , m_note(wrappingLabel({}, this))
    , m_copy(new QPushButton(tr("&Copy Markdown"), this))
    , m_save(new QPushButton(tr("&Save\u2026"), this))
{
    setObjectName(u"reportDialog"_s);
    setWindowTitle(tr("Incident report"));
    if (m_resource)
        m_about->addItem(forButton(safeText(m_resource->value())));
    m_about->addItem(tr("All locks that something was done to"));
    const QList<std::pair<QString, std::chrono::hours>> spans{{tr("All that is known"), 0h},
        {tr("The last hour"), 1h}, {tr("The last 24 hours"), 24h}, {tr("The last 7 days"), 168h}};
    for (const auto& [name, hours] : spans)
        m_span->addItem(name, static_cast<qlonglong>(hours.count()));
    m_span->setCurrentIndex(m_resource ? 0 : 1);
    createLayout();
    connect(m_about, &QComboBox::currentIndexChanged, this, &ReportDialog::make);
    connect(m_span, &QComboBox::currentIndexChanged, this, &ReportDialog::make);
    connect(&maker, &ReportMaker::made, this, &ReportDialog::showReport);
    connect(m_save, &QPushButton::clicked, this, &ReportDialog::saveRequested);
    connect(m_copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(QString::fromUtf8(m_markdown));
        m_note->setText(tr("Copied"));
    });
    make();
}

void ReportDialog::createLayout()
{
    m_about->setObjectName(u"aboutComboBox"_s);
    m_span->setObjectName(u"spanComboBox"_s);
    m_preview->setObjectName(u"reportText"_s);
    m_note->setObjectName(u"reportNote"_s);
    m_copy->setObjectName(u"copyReportButton"_s);
    m_save->setObjectName(u"saveReportButton"_s);
    m_preview->setReadOnly(true);
    m_preview->setFont(monospaceFont(font()));
    m_preview->setAccessibleName(tr("The report"));
    m_preview->setTabChangesFocus(true);
    auto* about = captionLabel(tr("&About"), this);
    about->setBuddy(m_about);
    auto* span = captionLabel(tr("S&pan"), this);
    span->setBuddy(m_span);
    auto* head = new QHBoxLayout;
    head->setSpacing(10);
    head->addWidget(about);
    head->addWidget(m_about, 2);
    head->addWidget(span);
    head->addWidget(m_span, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->addButton(m_copy, QDialogButtonBox::ActionRole);
    buttons->addButton(m_save, QDialogButtonBox::ActionRole);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(18, 16, 18, 14);
    layout->setSpacing(12);
    layout->addLayout(head);
    layout->addWidget(m_preview, 1);
    layout->addWidget(m_note);
    layout->addWidget(buttons);
    resizeOnScreen(*this, kReportSize);
}

void ReportDialog::make()
{
    m_markdown.clear();
    m_json.clear();
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
    return m_about->currentIndex() == 0 ? m_resource : std::nullopt;
}

QString ReportDialog::suggestedName() const
{
    const auto lock = about();
    return u"incident-"_s + (lock ? fileNamePart(*lock) + u'-' : QString())
        + utcTime(m_clock.wallNow()).toString(u"yyyyMMdd-HHmm"_s) + u".md"_s;
}

void ReportDialog::showReport(const QByteArray& markdown, const QByteArray& json)
{
    m_markdown = markdown;
    m_json = json;
    m_preview->setPlainText(QString::fromUtf8(markdown));
    m_copy->setEnabled(true);
    m_save->setEnabled(true);
    m_note->setText(tr("Names and reasons are in it, tokens and passwords are not. "
                       "The file's ending chooses Markdown (.md) or JSON (.json)."));
}

void ReportDialog::showSaved(const QString& file)
{
    m_note->setText(tr("Saved as %1").arg(safeText(file.toStdString())));
}

void ReportDialog::showSaveFailure(const Error& error)
{
    m_note->setText(tr("Not saved: %1").arg(errorText(error)));
}

} // namespace lockkeeper::ui
