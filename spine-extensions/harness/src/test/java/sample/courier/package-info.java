/** An extension that sends numbered messages every way, and uses memory of others. */
@org.jspecify.annotations.NullMarked
package sample.courier;
