/**
 * {@code spine disk}: simulated disks over files, served to the world over NBD.
 *
 * <p>{@link DiskCommand} reads what the person asks for, {@link ServedFile} makes and checks the
 * files, {@link DiskSystem} describes a system with a disk for each, and {@link DiskService} boots
 * it, attaches the disks, serves them, and ends in order: what is in flight is answered, the disks are flushed, the claims are released.
 * {@link DiskConsole} is what the person sees meanwhile.
 */
@NullMarked
package dev.spine.command.disk;

import org.jspecify.annotations.NullMarked;
