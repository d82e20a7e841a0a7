"""Addresses of accounts. Those of allauth's pages that the site has no use for are not there."""

from allauth.account import views as account
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as passkeys
from django.urls import path, re_path

from accounts import views

urlpatterns = [
    path("", views.overview, name="account"),
    path("name/", views.change_name, name="account_name"),
    path("settings/", views.settings, name="account_settings"),
    path("data/", views.data, name="account_data"),
    path("delete/", views.delete, name="account_delete"),
    path("deleted/", views.deleted, name="account_deleted"),
    path("players/", views.relations, name="account_relations"),
    path("players/<int:pk>/let-be/", views.let_be, name="account_let_be"),
    path("notices/<int:pk>/read/", views.have_read, name="account_have_read"),
    # allauth's, under the names by which it knows them
    path("signup/", views.SignUp.as_view(), name="account_signup"),
    path("login/", account.login, name="account_login"),
    path("login/second/", views.SecondStep.as_view(), name="mfa_authenticate"),
    path("login/second/give-up/", views.give_up, name="account_give_up"),
    path("login/passkey/", passkeys.login_webauthn, name="mfa_login_webauthn"),
    path("logout/", views.LogOut.as_view(), name="account_logout"),
    path("closed/", account.account_inactive, name="account_inactive"),
    path("email/", views.Address.as_view(), name="account_email"),
    re_path(r"^email/(?P<key>[-:\w]+)/$", account.confirm_email, name="account_confirm_email"),
    path("password/", account.password_change, name="account_change_password"),
    path("password/forgotten/", account.password_reset, name="account_reset_password"),
    path("password/forgotten/sent/", account.password_reset_done, name="account_reset_password_done"),
    re_path(
        r"^password/new/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        account.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path("password/new/", account.password_reset_from_key_done, name="account_reset_password_from_key_done"),
    path("confirm/", account.reauthenticate, name="account_reauthenticate"),
    path("confirm/code/", mfa.reauthenticate, name="mfa_reauthenticate"),
    path("confirm/passkey/", views.ConfirmWithPasskey.as_view(), name="mfa_reauthenticate_webauthn"),
    path("second/", mfa.index, name="mfa_index"),
    path("second/app/", totp.activate_totp, name="mfa_activate_totp"),
    path("second/app/remove/", totp.deactivate_totp, name="mfa_deactivate_totp"),
    path("second/passkeys/", passkeys.list_webauthn, name="mfa_list_webauthn"),
    path("second/passkeys/add/", passkeys.add_webauthn, name="mfa_add_webauthn"),
    path("second/passkeys/<int:pk>/remove/", passkeys.remove_webauthn, name="mfa_remove_webauthn"),
    path("second/codes/", codes.view_recovery_codes, name="mfa_view_recovery_codes"),
    path("second/codes/new/", codes.generate_recovery_codes, name="mfa_generate_recovery_codes"),
]
