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

/// The fields that describe a deployment.
class ConnectForm final : public QWidget {
    Q_OBJECT
public:
    /// `canKeep`: offer to keep the password in the desktop's keychain.
    explicit ConnectForm(bool canKeep, QWidget* parent = nullptr);

    /// What was typed, so that the next form need not be filled in anew. With the passwords: they
    /// are kept in memory only.
    struct Input {
        std::vector<config::TypedVoter> masters;
        QString patterns;
        QString name;
        redis::Tls tls{};
        int deploymentClass = 0; ///< its place in the list
        bool isReadOnly = true;
        bool isKept = false;
    };
    [[nodiscard]] Input input() const;
    void setInput(const Input& input);

    enum class Masters {
        All, ///< if one can't be read, there is no deployment
        Readable, ///< the others are left out
    };
    /// The deployment as the fields show it now, with its password. InvalidArgument or InvalidUrl
    /// with one line that says what is wrong, and never the password, and with the master if one is
    /// meant.
    [[nodiscard]] Result<config::Deployment> deployment(Masters which = Masters::All) const;
    /// True while no master was entered: there is nothing to complain about yet.
    [[nodiscard]] bool isUntouched() const;
    /// True if there is a password that the keychain is to keep.
    [[nodiscard]] bool isPasswordKept() const;
    [[nodiscard]] MasterList& masters() noexcept { return *m_masters; }
    /// Offers the prefixes as buttons that add a pattern.
    void showPrefixes(const check::KeySample& sample);

Q_SIGNALS:
    void changed();

private:
    void createFields();
    void createLayout();
    [[nodiscard]] QLabel* caption(const QString& label, QWidget* field);
    void addRow(const QString& label, QWidget* field);
    /// Two fields in one row: the form must fit a low screen.
    void addPair(const QString& label, QWidget* field, const QString& nextLabel, QWidget* next);
    void addPattern(const std::string& pattern);
    void noteChange();
    [[nodiscard]] Result<void> applyTls(config::Deployment& deployment) const;
    [[nodiscard]] Result<std::vector<std::string>> patterns() const;

    const bool m_canKeep;
    Form* m_form;
    // In the order of Tab.
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
