// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/result.h"
#include "core/types.h"
#include "ui/bridge/history/report_maker.h"

#include <QDialog>
#include <QImage>
#include <functional>
#include <optional>

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QStackedWidget;

namespace lockkeeper::ui {

class ReportView;

class ReportDialog final : public QDialog {
    Q_OBJECT
public:
    using Draw = std::function<QImage(const TimelinePiece& piece, int width, const QWidget& like)>;

    ReportDialog(ReportMaker& maker, const std::optional<Resource>& resource, const Clock& clock,
        Draw draw, QWidget* parent = nullptr);

    /// Other locks that it could be about.
    void offer(const std::vector<Resource>& locks);

    [[nodiscard]] QByteArray markdown(const QString& picture = {}) const;
    [[nodiscard]] const QByteArray& json() const noexcept { return m_report.json; }
    [[nodiscard]] const TimelinePiece& piece() const noexcept { return m_report.piece; }
    /// `incident-cron-bill-20261123-0302.md` (UTC).
    [[nodiscard]] QString suggestedName() const;

public Q_SLOTS:
    void showSaved(const QString& file);
    void showSaveFailure(const lockkeeper::Error& error);

Q_SIGNALS:
    void saveRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addLock(const Resource& resource);
    void createText();
    void createLayout();
    void make();
    void copy();
    void save();
    [[nodiscard]] std::optional<Resource> about() const;
    void showReport(const MadeReport& report);

    ReportMaker& m_maker;
    std::vector<Resource> m_locks; ///< on offer
    const Clock& m_clock;
    MadeReport m_report;
    QString m_savedPicture;
    bool m_isSaveWanted = false;
    QComboBox* m_about;
    QComboBox* m_span;
    QPushButton* m_isSource;
    QStackedWidget* m_texts;
    ReportView* m_view;
    QPlainTextEdit* m_source;
    QLabel* m_note;
    QPushButton* m_copy;
    QPushButton* m_save;
};

} // namespace lockkeeper::ui
