// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/check/connection_check.h"
#include "core/config/deployment.h"
#include "core/config/typed_voters.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;

namespace lockkeeper::ui {

class Form;
class MasterList;
class PrefixButtons;
class TlsFields;

class ConnectForm final : public QWidget {
    Q_OBJECT
public:
    explicit ConnectForm(bool canKeep, QWidget* parent = nullptr);

    /// Has passwords: memory only.
    struct Input {
        std::vector<config::TypedVoter> masters;
        QString patterns;
        QString name;
        redis::Tls tls{};
        int deploymentClass = 0;
        bool isReadOnly = true;
        bool isKept = false;
    };
    [[nodiscard]] Input input() const;
    void setInput(const Input& input);

    enum class Masters {
        All, ///< an unreadable one is an error
        Readable,
    };
    /// Includes the password. Error: InvalidArgument or InvalidUrl, with the master if it is about
    /// one. Its text has no password.
    [[nodiscard]] Result<config::Deployment> deployment(Masters which = Masters::All) const;
    [[nodiscard]] bool isUntouched() const;
    [[nodiscard]] bool isPasswordKept() const;
    [[nodiscard]] MasterList& masters() noexcept { return *m_masters; }
    void showPrefixes(const check::KeySample& sample);

Q_SIGNALS:
    void changed();

private:
    void createFields();
    void createLayout();
    [[nodiscard]] QLabel* caption(const QString& label, QWidget* field);
    void addRow(const QString& label, QWidget* field);
    void addPair(const QString& label, QWidget* field, const QString& nextLabel, QWidget* next);
    void addPattern(const std::string& pattern);
    void noteChange();
    [[nodiscard]] Result<void> applyTls(config::Deployment& deployment) const;
    [[nodiscard]] Result<std::vector<std::string>> patterns() const;

    const bool m_canKeep;
    Form* m_form;
    MasterList* m_masters;
    QCheckBox* m_keep;
    TlsFields* m_tls;
    QPlainTextEdit* m_patterns;
    PrefixButtons* m_prefixes;
    QLineEdit* m_name;
    QComboBox* m_class;
    QCheckBox* m_readOnly;
};

} // namespace lockkeeper::ui
