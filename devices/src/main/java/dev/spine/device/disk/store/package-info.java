/**
 * What keeps the bytes of a disk.
 *
 * <p>A {@link dev.spine.device.disk.store.Store} is a plain object: it reads, writes, writes zeros and forces, and answers with a status;
 * that the bytes have no room where they are kept is one of its own. A {@link dev.spine.device.disk.store.StoreExecutor} decides on which
 * thread and in whose time that happens, so the same stores work on the live and on the modelled engine.
 *
 * <p>To add a store, implement the interface and let it pass the contract suite of the tests.
 */
@NullMarked
package dev.spine.device.disk.store;

import org.jspecify.annotations.NullMarked;
