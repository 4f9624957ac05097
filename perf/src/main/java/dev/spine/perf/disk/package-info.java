/**
 * {@code spine disk}: simulated disks over files, served to the world over NBD.
 *
 * <p>{@link dev.spine.perf.disk.DiskCommand} reads what the person asks for, {@link dev.spine.perf.disk.ServedFile} makes and checks the
 * files, {@link dev.spine.perf.disk.DiskSystem} describes a system with a disk for each, and {@link dev.spine.perf.disk.DiskService} boots
 * it, attaches the disks, serves them, and ends in order: what is under way is answered, the disks are flushed, the claims are released.
 * {@link dev.spine.perf.disk.DiskConsole} is what the person sees meanwhile.
 */
@NullMarked
package dev.spine.perf.disk;

import org.jspecify.annotations.NullMarked;
