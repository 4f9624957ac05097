/**
 * File systems of this process in the machine's tree of directories, by the kernel's FUSE protocol and with no library.
 * {@link dev.spine.device.os.fuse.FuseMount} puts one at a directory, {@link dev.spine.device.os.fuse.FuseSession} answers what the kernel
 * asks, by calls of {@link dev.spine.device.os.fuse.FuseFiles}, which the file system is.
 *
 * <pre>{@code
 * try (FuseMount mount = FuseMount.at(directory, "memory", 1 << 17)) {
 *     new FuseSession(mount, files, 0).run();
 * }
 * }</pre>
 *
 * <p>One thread answers one request after the other. There are files and directories alone, of the user who has mounted them. What a file
 * system cannot do is an {@link java.io.IOException}: those of {@link java.nio.file} get their error numbers, others are an input or
 * output error, {@link dev.spine.device.os.fuse.FuseException} says its own.
 *
 * <p>Source: {@code include/uapi/linux/fuse.h} and fuse(4); the version that is spoken is 7.31, of Linux 5.4.
 */
@NullMarked
package dev.spine.device.os.fuse;

import org.jspecify.annotations.NullMarked;
