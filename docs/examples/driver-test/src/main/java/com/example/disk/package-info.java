/**
 * The driver of the guide "Testing a driver": sectors of a disk of the random block storage class, over the host message driver.
 */
package com.example.disk;
