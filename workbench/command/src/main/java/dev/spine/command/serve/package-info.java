/**
 * {@code spine serve-iop}: an IOP of a system file as a PCI device of another process. The work is done by
 * {@code dev.spine.device.remote}; this package finds the IOP and ends in order.
 */
@NullMarked
package dev.spine.command.serve;

import org.jspecify.annotations.NullMarked;
