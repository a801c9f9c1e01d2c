// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/url.h"

#include <QWidget>

class QLineEdit;

namespace lockkeeper::ui {

/// The files of TLS: authority, client certificate and its key, each with a button that chooses
/// one.
class TlsFields final : public QWidget {
    Q_OBJECT
public:
    explicit TlsFields(QWidget* parent = nullptr);

    /// The files as the fields show them now.
    [[nodiscard]] redis::Tls tls() const;
    void setTls(const redis::Tls& files);

Q_SIGNALS:
    void changed();

private:
    [[nodiscard]] QLineEdit* addField(
        const QString& label, const QString& name, const QString& placeholder);
    void choose(QLineEdit& edit, const QString& title);

    QLineEdit* m_ca;
    QLineEdit* m_certificate;
    QLineEdit* m_key;
};

} // namespace lockkeeper::ui
