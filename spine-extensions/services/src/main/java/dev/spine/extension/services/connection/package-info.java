/**
 * What services share that follow connections: records in the card's memory ({@link Records}), found by a hash with a secret ({@link
 * Chains}), in the order of their use ({@link AgeList}); what the flags of TCP say about a connection ({@link TcpTrack}, {@link Stage});
 * and the way to the card's router ({@link RouterLink}). Nothing of it allocates. Everything belongs to the card's agent thread.
 */
@NullMarked
package dev.spine.extension.services.connection;

import org.jspecify.annotations.NullMarked;
