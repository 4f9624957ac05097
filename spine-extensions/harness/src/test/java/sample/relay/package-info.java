/** An extension that passes messages on, for tests of the harness. */
@org.jspecify.annotations.NullMarked
package sample.relay;
