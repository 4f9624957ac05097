/** An extension for tests of the harness. */
@org.jspecify.annotations.NullMarked
package sample.counting;
