/**
 * Clients that others wrote, who test what is served: one text of tests for whatever serves.
 *
 * <p>{@link dev.spine.clients.NbdClientsSuite} is the text for disks over NBD. A test class extends it and says in
 * {@link dev.spine.clients.NbdClientsSuite#serve} who serves: a server of devices in memory, the whole way down to a file, or another
 * process. {@link dev.spine.clients.Program} runs a program; a test is skipped by name when it is not installed.
 *
 * <pre>{@code
 * class RealClientsOfMemoryTest extends NbdClientsSuite {
 *     @Override
 *     protected ServedDisks serve(Path directory) throws IOException {
 *         return new MemoryDisks(directory);
 *     }
 * }
 * }</pre>
 *
 * <p>Used by the thread of the test alone.
 */
@NullMarked
package dev.spine.clients;

import org.jspecify.annotations.NullMarked;
