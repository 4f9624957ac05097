/**
 * The card half of flood protection: packets that cost their receiver work are admitted at a rate, before the host sees them.
 *
 * <p>{@link FloodExtension} is a packet handler that comes first. Requests for connections, ICMP and UDP have a rate for each source (the
 * first bits of its address) and one for all sources; {@link SourceTable} remembers sources in bounded memory, {@link AdmissionRate} is the
 * arithmetic of a rate (the generic cell rate algorithm of ITU-T I.371).
 */
@NullMarked
package dev.spine.extension.services.flood;

import org.jspecify.annotations.NullMarked;
