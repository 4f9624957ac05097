package dev.spine.host.nbd;

import org.jspecify.annotations.Nullable;

/**
 * What a client has negotiated when it begins to transmit.
 *
 * @param export what it has chosen
 * @param structured whether reads are answered by structured replies
 * @param map where holes are, when the client has asked for that and somebody knows; otherwise null
 */
record Agreement(NbdExport export, boolean structured, @Nullable BlockMap map) {}
