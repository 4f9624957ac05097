/**
 * {@code spine arf}: makes, fills, reads and checks file systems of Active RDMA that are in files or in areas of servers.
 */
@NullMarked
package dev.spine.command.arf;

import org.jspecify.annotations.NullMarked;
