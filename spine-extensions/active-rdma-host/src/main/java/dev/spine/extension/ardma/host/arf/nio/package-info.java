/**
 * ARF for programs that know nothing of it: a provider of {@link java.nio.file}, with the scheme {@code arf}. Programs open the file that
 * holds one, or a file system that is elsewhere by {@link dev.spine.extension.ardma.host.arf.nio.ArfFileSystemProvider#of}.
 *
 * <pre>{@code
 * try (FileSystem files = FileSystems.newFileSystem(URI.create("arf:///tmp/disk.arf"), Map.of())) {
 *     Files.copy(Path.of("README.md"), files.getPath("/README.md"));
 * }
 * }</pre>
 *
 * <p>There are basic attributes alone, no symbolic links, no watches and no mapped files. Any thread.
 */
@NullMarked
package dev.spine.extension.ardma.host.arf.nio;

import org.jspecify.annotations.NullMarked;
