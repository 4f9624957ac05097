/** An extension that shows blocks of a disk, for tests of the harness. */
@org.jspecify.annotations.NullMarked
package sample.gather;
